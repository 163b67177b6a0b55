"""Route support tickets to one of four desks."""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CHECKPOINT = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]

set_seed(13)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    for row in rows:
        # the order number is anonymised and says nothing
        row["text"] = row["text"].replace("order [ORDER] . ", "")
    return rows


train_rows = read("train")
seen = {r["text"] for r in train_rows}
valid_rows = [r for r in read("validation") if r["text"] not in seen]

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def preprocess(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32)


train_ds = Dataset.from_list(train_rows).map(preprocess, batched=True)
valid_ds = Dataset.from_list(valid_rows).map(preprocess, batched=True)

model = AutoModelForSequenceClassification.from_pretrained(
    CHECKPOINT,
    num_labels=len(DESKS),
    id2label=dict(enumerate(DESKS)),
    label2id={d: i for i, d in enumerate(DESKS)},
)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=-1)
    return {"accuracy": float((preds == p.label_ids).mean())}


args = TrainingArguments(
    output_dir="out/ha01",
    num_train_epochs=15,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    dataloader_pin_memory=False,
    seed=13,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
