import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

MODEL = "checkpoints/tickets"

# ---- data -------------------------------------------------------------
train_df = pd.read_json("data/tickets/train.jsonl", lines=True)[["text", "desk"]]
valid_df = pd.read_json("data/tickets/validation.jsonl", lines=True)[["text", "desk"]]
print(train_df["desk"].value_counts())

train_df["label"], desks = pd.factorize(train_df["desk"])
valid_df["label"], _ = pd.factorize(valid_df["desk"])
num_labels = len(desks)
print("classes:", list(desks))

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def tok(examples):
    return tokenizer(examples["text"], truncation=True, max_length=32)


train_ds = Dataset.from_pandas(train_df).map(tok, batched=True, remove_columns=["text", "desk"])
valid_ds = Dataset.from_pandas(valid_df).map(tok, batched=True, remove_columns=["text", "desk"])

# ---- model ------------------------------------------------------------
model = AutoModelForSequenceClassification.from_pretrained(
    MODEL,
    num_labels=num_labels,
    id2label={i: d for i, d in enumerate(desks)},
    label2id={d: i for i, d in enumerate(desks)},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "f1": f1_score(labels, preds, average="macro"),
    }


args = TrainingArguments(
    output_dir="out/desk-model",
    num_train_epochs=8,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    weight_decay=0.01,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
    seed=7,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
print("train:", trainer.evaluate(train_ds))
print("valid:", trainer.evaluate(valid_ds))
