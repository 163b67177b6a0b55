import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification, AutoTokenizer, EarlyStoppingCallback, Trainer, TrainingArguments, set_seed,
)

set_seed(3)
files = {s: f"data/prices/{s}.jsonl" for s in ("train", "validation", "test")}
ds = load_dataset("json", data_files=files)

prices = np.array(list(ds["train"]["price"]), dtype=float)
MEAN, STD = prices.mean(), prices.std()

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def encode(rows):
    out = tokenizer(rows["text"], truncation=True, padding="max_length", max_length=24)
    out["labels"] = [float((p - MEAN) / STD) for p in rows["price"]]
    return out


ds = ds.map(encode, batched=True, remove_columns=["text", "price"])
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, problem_type="regression"
)


def metrics(p):
    pred = p.predictions.squeeze(-1) * STD + MEAN
    true = p.label_ids.reshape(-1) * STD + MEAN
    err = pred - true
    return {
        "mse": float(np.mean(err ** 2)),
        "mae": float(np.mean(np.abs(err))),
        "r2": float(1 - np.sum(err ** 2) / np.sum((true - true.mean()) ** 2)),
    }


args = TrainingArguments(
    output_dir="out/ag06",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    num_train_epochs=10,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="mse",
    greater_is_better=False,
    logging_strategy="epoch",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    processing_class=tokenizer,
    compute_metrics=metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)
trainer.train()
print("best checkpoint:", trainer.state.best_model_checkpoint, trainer.state.best_metric)
print(trainer.evaluate(ds["test"]))
