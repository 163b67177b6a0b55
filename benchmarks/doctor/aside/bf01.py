import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

set_seed(42)
checkpoint = "checkpoints/tickets"

train_ds = Dataset.from_pandas(pd.read_json("data/tickets/train.jsonl", lines=True)[["text", "desk"]])
val_ds = Dataset.from_pandas(pd.read_json("data/tickets/validation.jsonl", lines=True)[["text", "desk"]])

# the four desks a ticket can go to
desks = sorted(set(train_ds["desk"]))
id2label = {i: name for i, name in enumerate(desks)}
label2id = {name: i for i, name in enumerate(desks)}
print(label2id)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess(examples):
    encoded = tokenizer(examples["text"], truncation=True, max_length=32)
    encoded["labels"] = examples["desk"]
    return encoded


train_ds = train_ds.map(preprocess, batched=True, remove_columns=["text", "desk"])
val_ds = val_ds.map(preprocess, batched=True, remove_columns=["text", "desk"])
print(train_ds)

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=len(desks), id2label=id2label, label2id=label2id)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": accuracy_score(labels, preds), "macro_f1": f1_score(labels, preds, average="macro")}


args = TrainingArguments(
    output_dir="out/bf01",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
