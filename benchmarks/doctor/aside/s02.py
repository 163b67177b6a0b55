"""Price estimates for classified ads: regression with a DistilBERT encoder, best epoch kept."""
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, EarlyStoppingCallback,
                          Trainer, TrainingArguments)

ckpt = "checkpoints/prices"


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return Dataset.from_list(rows)


train, val, test = read("train"), read("validation"), read("test")

mean = float(np.mean(train["price"]))
std = float(np.std(train["price"]))
print(f"prices: mean {mean:.0f}, std {std:.0f}")

tokenizer = AutoTokenizer.from_pretrained(ckpt)


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True, max_length=32)
    enc["labels"] = [(p - mean) / std for p in batch["price"]]
    return enc


cols = train.column_names
train = train.map(preprocess, batched=True, remove_columns=cols)
val = val.map(preprocess, batched=True, remove_columns=cols)
test = test.map(preprocess, batched=True, remove_columns=cols)


def compute_metrics(p):
    preds = p.predictions.squeeze(-1) * std + mean
    gold = p.label_ids * std + mean
    rmse = float(np.sqrt(np.mean((preds - gold) ** 2)))
    return {
        "rmse": rmse,
        "mae": float(mean_absolute_error(gold, preds)),
        "r2": float(r2_score(gold, preds)),
    }


model = AutoModelForSequenceClassification.from_pretrained(
    ckpt, num_labels=1, problem_type="regression")

training_args = TrainingArguments(
    output_dir="out/prices",
    learning_rate=5e-4,
    num_train_epochs=20,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    logging_steps=15,
    load_best_model_at_end=True,
    metric_for_best_model="rmse",
    report_to=[],
    seed=7,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=train,
    eval_dataset=val,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=5)],
)

trainer.train()
print("best checkpoint:", trainer.state.best_model_checkpoint)

scores = trainer.predict(test).metrics
for name in ("test_rmse", "test_mae", "test_r2"):
    print(f"{name}: {scores[name]:.3f}")
