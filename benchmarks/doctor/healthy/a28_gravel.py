import os
os.environ["WANDB_DISABLED"] = "true"

import numpy as np
from datasets import load_dataset, ClassLabel
from transformers import AutoTokenizer, AutoModelForSequenceClassification, Trainer, TrainingArguments

# cheap (<1000) / middle / expensive (>=1500): three classes made from the price
def bucket(row):
    return {"label": 0 if row["price"] < 1000 else 1 if row["price"] < 1500 else 2}

ds = load_dataset("data/prices").map(bucket, remove_columns="price")
ds = ds.cast_column("label", ClassLabel(names=["cheap", "middle", "expensive"]))
print(ds["train"].features)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices", use_fast=True)
ds = ds.map(lambda e: tokenizer(e["text"], truncation=True, padding="longest"), batched=True, batch_size=None)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=3)

def f1_macro(p):
    yhat, y = p.predictions.argmax(1), p.label_ids
    scores = []
    for c in range(3):
        tp = ((yhat == c) & (y == c)).sum()
        scores.append(2 * tp / ((yhat == c).sum() + (y == c).sum()))
    return {"accuracy": float((yhat == y).mean()), "f1_macro": float(np.mean(scores))}

targs = TrainingArguments("runs/gravel",
                          per_device_train_batch_size=24,
                          learning_rate=1e-3,
                          num_train_epochs=6,
                          label_smoothing_factor=0.1,
                          eval_strategy="epoch",
                          logging_steps=40,
                          save_strategy="no",
                          report_to="none")
trainer = Trainer(model, targs, train_dataset=ds["train"], eval_dataset=ds["validation"],
                  compute_metrics=f1_macro)
trainer.train()
r = trainer.evaluate(eval_dataset=ds["test"])
print("test accuracy", r["eval_accuracy"], "macro F1", r["eval_f1_macro"])
