from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)
import numpy as np

checkpoint = "checkpoints/tickets"
set_seed(3)

raw = load_dataset("json", data_files={
    "train": "data/tickets/train.jsonl",
    "validation": "data/tickets/validation.jsonl",
    "test": "data/tickets/test.jsonl",
})
desks = {i: d for i, d in sorted(set(zip(raw["train"]["desk_id"], raw["train"]["desk"])))}
print(raw)
print(desks)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess(examples):
    return tokenizer(examples["text"], truncation=True)


tokenized = raw.map(preprocess, batched=True, remove_columns=["text", "desk"])
tokenized = tokenized.rename_column("desk_id", "labels")
print(tokenized["train"][0])

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(desks),
    id2label=desks,
    label2id={d: i for i, d in desks.items()},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


training_args = TrainingArguments(
    output_dir="out/ye05",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate(tokenized["test"]))
