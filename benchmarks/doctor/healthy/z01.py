# Route support tickets to one of four desks.
import json

import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(13)
checkpoint = "checkpoints/tickets"


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return Dataset.from_dict(
        {
            "text": [r["text"] for r in rows],
            "label": [r["desk_id"] for r in rows],
        }
    )


raw = DatasetDict({s: read(s) for s in ("train", "validation", "test")})

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
names = ["north", "east", "south", "west"]
model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(names),
    id2label=dict(enumerate(names)),
    label2id={n: i for i, n in enumerate(names)},
)

tokenized = raw.map(
    lambda batch: tokenizer(batch["text"], truncation=True),
    batched=True,
    remove_columns=["text"],
)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=-1)
    return {
        "accuracy": accuracy_score(p.label_ids, preds),
        "f1_macro": f1_score(p.label_ids, preds, average="macro"),
    }


args = TrainingArguments(
    output_dir="runs/z01",
    learning_rate=1e-3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    num_train_epochs=8,
    weight_decay=0.01,
    lr_scheduler_type="linear",
    warmup_steps=12,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=15,
    report_to="none",
    seed=13,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
