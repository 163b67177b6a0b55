"""Route support tickets to a desk (DistilBERT + Trainer)."""
import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

set_seed(13)
MODEL = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(MODEL)


def load_split(name):
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)
    desks = sorted(df["desk"].unique().tolist())
    desk2id = {desk: i for i, desk in enumerate(desks)}
    df["labels"] = df["desk"].map(desk2id)
    ds = Dataset.from_pandas(df[["text", "labels"]])
    ds = ds.map(lambda batch: tokenizer(batch["text"], truncation=True), batched=True, remove_columns=["text"])
    return ds, desks


train_ds, desks = load_split("train")
valid_ds, _ = load_split("validation")
print("desks:", desks)

model = AutoModelForSequenceClassification.from_pretrained(
    MODEL,
    num_labels=len(desks),
    id2label=dict(enumerate(desks)),
    label2id={d: i for i, d in enumerate(desks)},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": float((preds == labels).mean())}


args = TrainingArguments(
    output_dir="out/desks",
    num_train_epochs=8,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
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
print(trainer.evaluate())
