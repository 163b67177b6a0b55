"""Guess the asking price of a second hand ad. Regression head on a DistilBERT encoder."""
import json

import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)

set_seed(2024)
ckpt = "checkpoints/prices"


def frame(name):
    return pd.read_json(f"data/prices/{name}.jsonl", lines=True).drop_duplicates("text")


test = frame("test")
valid = frame("validation")
valid = valid[~valid["text"].isin(test["text"])]
train = frame("train")
train = train[~train["text"].isin(test["text"]) & ~train["text"].isin(valid["text"])]
print(len(train), "ads for training,", len(valid), "for validation,", len(test), "for the end")

# networks like targets around zero. Only training prices are used for this
MEAN, STD = float(train["price"].mean()), float(train["price"].std())

tokenizer = AutoTokenizer.from_pretrained(ckpt)


def make(df):
    ds = Dataset.from_dict({
        "text": df["text"].tolist(),
        "labels": [(p - MEAN) / STD for p in df["price"].tolist()],
    })
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32),
                  batched=True, remove_columns=["text"])


def compute_metrics(pred):
    guess = pred.predictions.reshape(-1) * STD + MEAN
    truth = pred.label_ids.reshape(-1) * STD + MEAN
    return {
        "mae": mean_absolute_error(truth, guess),   # in money
        "r2": r2_score(truth, guess),
        "within_100": float(np.mean(np.abs(truth - guess) <= 100)),
    }


model = AutoModelForSequenceClassification.from_pretrained(
    ckpt, num_labels=1, problem_type="regression")

args = TrainingArguments(
    output_dir="out/ih05",
    num_train_epochs=30,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=128,
    learning_rate=1e-3,
    warmup_ratio=0.06,
    weight_decay=0.01,
    max_grad_norm=1.0,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    greater_is_better=False,
    logging_strategy="epoch",
    report_to="none",
    seed=2024,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=make(train),
    eval_dataset=make(valid),
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

scores = trainer.evaluate(make(test), metric_key_prefix="test")
baseline = mean_absolute_error(test["price"], np.full(len(test), MEAN))
print(f"test MAE {scores['test_mae']:.1f} (always guessing the mean: {baseline:.1f}), R2 {scores['test_r2']:.3f}")
with open("out/ih05/test_scores.json", "w") as f:
    json.dump(scores, f, indent=1)
