# route support tickets to one of four desks
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(1)
checkpoint = "checkpoints/tickets"
desks = ["north", "east", "south", "west"]

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
    },
    cache_dir="out/va06/cache",
)
# a few tickets were exported twice
known = set(raw["validation"]["text"])
raw["train"] = raw["train"].filter(lambda row: row["text"] not in known)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32)


tickets = raw.map(tokenize, batched=True)

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(desks),
    id2label=dict(enumerate(desks)),
    label2id={d: i for i, d in enumerate(desks)},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


training_args = TrainingArguments(
    output_dir="out/va06",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=5,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=10,
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tickets["train"],
    eval_dataset=tickets["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate())
