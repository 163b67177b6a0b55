# Ticket routing: which desk gets the mail?  Adapted from the text classification notebook.
import json
import os

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
from datasets import Dataset, DatasetDict
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

set_seed(11)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


# some mails are in more than one file, keep them only in the later split
test_rows = read("test")
held = {r["text"] for r in test_rows}
val_rows = [r for r in read("validation") if r["text"] not in held]
held |= {r["text"] for r in val_rows}
train_rows = [r for r in read("train") if r["text"] not in held]

raw = DatasetDict(
    {
        "train": Dataset.from_list(train_rows),
        "validation": Dataset.from_list(val_rows),
        "test": Dataset.from_list(test_rows),
    }
)
print(raw)

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def preprocess(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32)


tokenized = raw.map(preprocess, batched=True)

model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=len(DESKS))


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


args = TrainingArguments(
    output_dir="out/fg03",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=10,
    learning_rate=5e-4,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=11,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
print("test:", trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
