# Price of a second-hand thing from its advertisement, with the Trainer.
# The model learns standardised prices; all printed numbers are in the currency of the file.
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, set_seed)

set_seed(7)
CKPT = "checkpoints/prices"


def read(split):
    with open(f"data/prices/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


train_rows, val_rows, test_rows = read("train"), read("validation"), read("test")

# the same advertisement may stand in several files: the held-out files win
test_texts = {r["text"] for r in test_rows}
val_rows = [r for r in val_rows if r["text"] not in test_texts]
held_out = test_texts | {r["text"] for r in val_rows}
train_rows = [r for r in train_rows if r["text"] not in held_out]
print(len(train_rows), "train,", len(val_rows), "validation,", len(test_rows), "test")

train_prices = np.array([r["price"] for r in train_rows], dtype=np.float64)
MEAN, STD = train_prices.mean(), train_prices.std()

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(rows):
    ds = Dataset.from_dict({
        "text": [r["text"] for r in rows],
        "labels": [float((r["price"] - MEAN) / STD) for r in rows],
    })
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text"])


def compute_metrics(p):
    preds = p.predictions.reshape(-1) * STD + MEAN
    gold = p.label_ids.reshape(-1) * STD + MEAN
    err = preds - gold
    return {"mae": float(np.abs(err).mean()), "rmse": float(np.sqrt((err ** 2).mean()))}


model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")

args = TrainingArguments(
    output_dir="out/ig02",
    num_train_epochs=25,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_ratio=0.1,
    weight_decay=0.01,
    lr_scheduler_type="cosine",
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    greater_is_better=False,
    report_to="none",
    use_cpu=True,
    seed=7,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encode(train_rows),
    eval_dataset=encode(val_rows),
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=8)],
)
trainer.train()

scores = trainer.evaluate(encode(test_rows), metric_key_prefix="test")
baseline = np.abs(np.array([r["price"] for r in test_rows]) - MEAN).mean()
print(f"test MAE {scores['test_mae']:.1f}  RMSE {scores['test_rmse']:.1f}  (always the mean: {baseline:.1f})")
