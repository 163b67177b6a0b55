import pandas as pd
import numpy as np
from datasets import Dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments

model_name = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(model_name)

train_df = pd.read_json("data/prices/train.jsonl", lines=True)
val_df = pd.read_json("data/prices/validation.jsonl", lines=True)
print(train_df.describe())


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=24)
    # prices are always whole hundreds, smaller numbers are easier for the model
    enc["labels"] = [p / 100 for p in batch["price"]]
    return enc


train_ds = Dataset.from_pandas(train_df).map(preprocess, batched=True, remove_columns=["text", "price"])
val_ds = Dataset.from_pandas(val_df).map(preprocess, batched=True, remove_columns=["text", "price"])

model = AutoModelForSequenceClassification.from_pretrained(model_name)


def compute_metrics(pred):
    y_hat = pred.predictions.squeeze(-1)
    y = pred.label_ids
    return {"mae": mean_absolute_error(y, y_hat), "r2": r2_score(y, y_hat)}


args = TrainingArguments(
    output_dir="out/rd04",
    learning_rate=2e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=15,
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
    compute_metrics=compute_metrics,
)
trainer.train()

pred = trainer.predict(val_ds).predictions.squeeze(-1)
for text, price, p in list(zip(val_df.text, val_df.price, pred))[:8]:
    print(f"{price:6d} {p * 100:8.0f}  {text}")
