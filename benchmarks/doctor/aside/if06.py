"""Price regression from small ads, Trainer + early stopping on the mean absolute error."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/prices"
DATA = Path("data/prices")
OUT = "out/if06"

set_seed(7)


def read(split):
    with open(DATA / f"{split}.jsonl", encoding="utf-8") as fh:
        return [json.loads(line) for line in fh]


train_rows = read("train")
known = {r["text"] for r in train_rows}
val_rows = [r for r in read("validation") if r["text"] not in known]
known |= {r["text"] for r in val_rows}
test_rows = [r for r in read("test") if r["text"] not in known]
print(len(train_rows), len(val_rows), len(test_rows))

prices = np.array([r["price"] for r in train_rows], dtype=np.float64)
MEAN, STD = float(prices.mean()), float(prices.std())

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def to_dataset(rows):
    ds = Dataset.from_list([{"text": r["text"], "labels": (r["price"] - MEAN) / STD} for r in rows])
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text"])


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    error = (predictions.squeeze(-1) - labels) * STD
    return {"mae": float(np.abs(error).mean()), "rmse": float(np.sqrt((error**2).mean()))}


model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")

args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=25,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    report_to="none",
    seed=7,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=to_dataset(train_rows),
    eval_dataset=to_dataset(val_rows),
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
)
trainer.train()
print("stopped after epoch", trainer.state.epoch, "best checkpoint", trainer.state.best_model_checkpoint)

result = trainer.evaluate(to_dataset(test_rows), metric_key_prefix="test")
print(f"test MAE {result['test_mae']:.1f}   test RMSE {result['test_rmse']:.1f}")
