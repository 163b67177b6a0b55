"""Route support tickets to a desk; rare desks weigh more in the loss."""
import json
from collections import Counter

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
set_seed(1)


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as fh:
        return [json.loads(line) for line in fh]


train_rows = read("train")
known = {r["text"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["text"] not in known]

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(rows):
    ds = Dataset.from_list([{"text": r["text"], "labels": r["desk_id"]} for r in rows])
    return ds.map(
        lambda b: tokenizer(b["text"], truncation=True, max_length=32),
        batched=True,
        remove_columns=["text"],
    )


counts = Counter(r["desk_id"] for r in train_rows)
weights = torch.tensor(
    [len(train_rows) / (4 * counts[i]) for i in range(4)], dtype=torch.float32
)


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        loss = torch.nn.functional.cross_entropy(
            outputs.logits, labels, weight=self.class_weights.to(outputs.logits.device)
        )
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    pred = np.argmax(p.predictions, axis=-1)
    return {"accuracy": float((pred == p.label_ids).mean())}


args = TrainingArguments(
    output_dir="out/gf07",
    num_train_epochs=10,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    use_cpu=True,
    report_to="none",
    seed=1,
)
trainer = WeightedTrainer(
    model=AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4),
    args=args,
    train_dataset=encode(train_rows),
    eval_dataset=encode(valid_rows),
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    class_weights=weights,
)
trainer.train()
print(trainer.evaluate())
