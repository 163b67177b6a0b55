"""Route tickets to one of four desks. Desks with fewer tickets weigh more in the training loss."""
import json
import os

import numpy as np
import torch
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

CHECKPOINT = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]
MAX_LENGTH = 32  # all that the position embeddings of the checkpoint allow


def load_rows():
    parts, seen = {}, set()
    # the test rows come first: a text that is in several files stays in the one that is read first
    for name in ("test", "validation", "train"):
        with open(os.path.join("data", "tickets", f"{name}.jsonl"), encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
        parts[name] = [r for r in rows if r["text"] not in seen]
        seen.update(r["text"] for r in rows)
    return parts


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weight, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weight = class_weight
        # the mean is taken here per batch, so let the Trainer divide by the accumulation steps
        self.model_accepts_loss_kwargs = False

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(**inputs)
        weight = self.class_weight.to(outputs.logits.device) if model.training else None
        loss = torch.nn.functional.cross_entropy(outputs.logits, labels, weight=weight)
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    guess = np.argmax(eval_pred.predictions, axis=-1)
    truth = eval_pred.label_ids
    return {"accuracy": accuracy_score(truth, guess), "macro_f1": f1_score(truth, guess, average="macro")}


def main():
    set_seed(1)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True, max_length=MAX_LENGTH)
        enc["labels"] = batch["desk_id"]
        return enc

    data = {name: Dataset.from_list(rows).map(encode, batched=True, remove_columns=["text", "desk", "desk_id"])
            for name, rows in load_rows().items()}
    counts = np.bincount(data["train"]["labels"], minlength=len(DESKS))
    class_weight = torch.tensor(counts.sum() / (len(DESKS) * counts), dtype=torch.float32)

    model = AutoModelForSequenceClassification.from_pretrained(
        CHECKPOINT, num_labels=len(DESKS), id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)})
    args = TrainingArguments(
        output_dir="out/gd15",
        num_train_epochs=20,
        learning_rate=1e-3,
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=8,
        gradient_accumulation_steps=2,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="macro_f1",
        greater_is_better=True,
        logging_strategy="epoch",
        report_to="none",
        seed=1,
    )
    trainer = WeightedTrainer(
        model=model, args=args, train_dataset=data["train"], eval_dataset=data["validation"],
        processing_class=tokenizer, data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics, class_weight=class_weight)
    trainer.train()
    print(trainer.evaluate(data["test"], metric_key_prefix="test"))
    trainer.save_model("out/gd15/final")


if __name__ == "__main__":
    main()
