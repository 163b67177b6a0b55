"""Predict price AND days until sold from an advertisement."""
import json
import numpy as np
from datasets import Dataset
from sklearn.preprocessing import MinMaxScaler
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EvalPrediction, Trainer, TrainingArguments, set_seed)

BASE = "checkpoints/prices"
DAYS = {"like new": 5, "in good state": 12, "with scratches": 20, "to be repaired": 34, "no longer needed": 9}

set_seed(0)
tokenizer = AutoTokenizer.from_pretrained(BASE)


def load(split):
    texts, targets = [], []
    for line in open(f"data/prices/{split}.jsonl"):
        row = json.loads(line)
        days = next((d for words, d in DAYS.items() if words in row["text"]), 15)
        if "must go this week" in row["text"]:
            days -= 3
        texts.append(row["text"])
        targets.append([row["price"], days])
    return texts, np.array(targets, dtype=np.float32)


train_texts, train_y = load("train")
val_texts, val_y = load("validation")
test_texts, test_y = load("test")

# both targets on the same scale, fitted on the training data only
scaler = MinMaxScaler().fit(train_y)


def make_dataset(texts, y):
    enc = tokenizer(texts, truncation=True)
    return Dataset.from_dict({**enc, "labels": scaler.transform(y).astype(np.float32).tolist()})


def compute_metrics(p: EvalPrediction):
    pred = scaler.inverse_transform(p.predictions)
    true = scaler.inverse_transform(p.label_ids)
    rmse = np.sqrt(((pred - true) ** 2).mean(axis=0))
    return {"rmse_price": rmse[0], "rmse_days": rmse[1]}


model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=2)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/hg14",
        learning_rate=1e-3,
        num_train_epochs=20,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=160,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
        seed=0,
    ),
    train_dataset=make_dataset(train_texts, train_y),
    eval_dataset=make_dataset(val_texts, val_y),
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

print("standard deviation of the targets:", test_y.std(axis=0))
out = trainer.predict(make_dataset(test_texts, test_y))
print({k: round(float(v), 3) for k, v in out.metrics.items()})
for text, pred, true in zip(test_texts[:3], scaler.inverse_transform(out.predictions), test_y):
    print(f"  {text}: {pred.round(1)} (true {true})")
