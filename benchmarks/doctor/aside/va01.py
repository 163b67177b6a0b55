"""Predict the asking price of a classified ad from its text."""
import json

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/prices"
set_seed(7)


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


valid_rows, test_rows = read("validation"), read("test")
held_out = {r["text"] for r in valid_rows} | {r["text"] for r in test_rows}
valid_texts = {r["text"] for r in valid_rows}
train_rows = [r for r in read("train") if r["text"] not in held_out]
test_rows = [r for r in test_rows if r["text"] not in valid_texts]

# prices are in the hundreds, so standardise with the training statistics
prices = np.array([r["price"] for r in train_rows], dtype=np.float64)
MEAN, STD = prices.mean(), prices.std()

tok = AutoTokenizer.from_pretrained(CKPT)


def to_dataset(rows):
    ds = Dataset.from_list(rows)

    def prep(batch):
        enc = tok(batch["text"], truncation=True)
        enc["labels"] = [float((p - MEAN) / STD) for p in batch["price"]]
        return enc

    return ds.map(prep, batched=True, remove_columns=ds.column_names)


train_ds, valid_ds, test_ds = map(to_dataset, (train_rows, valid_rows, test_rows))

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")


def compute_metrics(pred):
    guess = pred.predictions.reshape(-1) * STD + MEAN
    truth = pred.label_ids.reshape(-1) * STD + MEAN
    err = guess - truth
    return {"rmse": float(np.sqrt(np.mean(err**2))), "mae": float(np.mean(np.abs(err)))}


args = TrainingArguments(
    output_dir="out/va01",
    num_train_epochs=10,
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    weight_decay=0.01,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="rmse",
    report_to="none",
    use_cpu=True,
    seed=7,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    data_collator=DataCollatorWithPadding(tok),
    processing_class=tok,
    compute_metrics=compute_metrics,
)
trainer.train()
print("best checkpoint:", trainer.state.best_model_checkpoint)
print("test:", trainer.evaluate(test_ds, metric_key_prefix="test"))
