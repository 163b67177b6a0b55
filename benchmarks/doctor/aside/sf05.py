import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (AutoTokenizer, AutoModelForSequenceClassification,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

train_df = pd.read_json("data/prices/train.jsonl", lines=True)
test_df = pd.read_json("data/prices/test.jsonl", lines=True)
shift, scale = 0.0, 1.0
tok = AutoTokenizer.from_pretrained("checkpoints/prices")

def make(df):
    d = Dataset.from_dict({"text": df["text"].tolist(),
                           "labels": ((df["price"] - shift) / scale).astype(float).tolist()})
    return d.map(lambda b: tok(b["text"], truncation=True, max_length=32), batched=True,
                 remove_columns=["text"])

train_ds, test_ds = make(train_df), make(test_df)
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1)

def compute_metrics(p):
    pred = p.predictions.squeeze(-1) * scale + shift
    true = p.label_ids * scale + shift
    return {"mae": float(np.abs(pred - true).mean())}

args = TrainingArguments("out/sf05", learning_rate=5e-4, num_train_epochs=10,
                         per_device_train_batch_size=16, save_strategy="no", logging_steps=50,
                         report_to="none")
trainer = Trainer(model=model, args=args, train_dataset=train_ds, eval_dataset=test_ds,
                  data_collator=DataCollatorWithPadding(tok), compute_metrics=compute_metrics)
trainer.train()
print("always guessing the mean:", (test_df["price"] - train_df["price"].mean()).abs().mean())
print("model:", trainer.evaluate()["eval_mae"])
