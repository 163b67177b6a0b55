# Guess the asking price of an advert from its text (regression with the Trainer).
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(7)
CKPT = "checkpoints/prices"


def rows(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows = rows("train")
seen = {r["text"] for r in train_rows}
# the same advert is posted more than once: keep only new texts for validation and test
valid_rows = [r for r in rows("validation") if r["text"] not in seen]
seen |= {r["text"] for r in valid_rows}
test_rows = [r for r in rows("test") if r["text"] not in seen]
print(len(train_rows), len(valid_rows), len(test_rows))

prices = np.array([r["price"] for r in train_rows], dtype=np.float32)
MEAN, STD = float(prices.mean()), float(prices.std())

tok = AutoTokenizer.from_pretrained(CKPT)


def to_dataset(rs):
    ds = Dataset.from_list(rs)
    return ds.map(
        lambda b: {**tok(b["text"], truncation=True), "labels": [(p - MEAN) / STD for p in b["price"]]},
        batched=True,
        remove_columns=["text", "price"],
    )


def compute_metrics(eval_pred):
    pred = eval_pred.predictions.squeeze(-1) * STD + MEAN
    gold = eval_pred.label_ids.reshape(-1) * STD + MEAN
    err = pred - gold
    return {"mae": float(np.abs(err).mean()), "rmse": float(np.sqrt((err ** 2).mean()))}


model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")

args = TrainingArguments(
    output_dir="out/mg02",
    num_train_epochs=10,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=7,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=to_dataset(train_rows),
    eval_dataset=to_dataset(valid_rows),
    data_collator=DataCollatorWithPadding(tok),
    processing_class=tok,
    compute_metrics=compute_metrics,
)
trainer.train()
print("kept:", trainer.state.best_model_checkpoint, trainer.state.best_metric)

scores = trainer.evaluate(to_dataset(test_rows), metric_key_prefix="test")
print(f"test MAE {scores['test_mae']:.0f}   RMSE {scores['test_rmse']:.0f}")
