"""Second-hand prices from the advert text: DistilBERT regression with early stopping."""
import tempfile

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
    EarlyStoppingCallback, Trainer, TrainingArguments, set_seed,
)

set_seed(3)
frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
MEAN, STD = frames["train"]["price"].mean(), frames["train"]["price"].std()

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")


def make(df):
    d = Dataset.from_dict({
        "text": df["text"].tolist(),
        "label": ((df["price"] - MEAN) / STD).astype("float32").tolist(),
    })
    return d.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns="text")


train_ds, val_ds, test_ds = (make(frames[s]) for s in ("train", "validation", "test"))

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, problem_type="regression"
)


def metrics(eval_pred):
    pred = eval_pred.predictions.squeeze(-1) * STD + MEAN
    true = eval_pred.label_ids.reshape(-1) * STD + MEAN
    err = pred - true
    return {"rmse": float(np.sqrt(np.mean(err ** 2))), "mae": float(np.mean(np.abs(err)))}


args = TrainingArguments(
    output_dir=tempfile.mkdtemp(prefix="prices-"),
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=80,
    num_train_epochs=12,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="rmse",
    greater_is_better=False,
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)
trainer.train()

print("stopped after epoch", trainer.state.epoch)
print("best validation rmse:", trainer.state.best_metric)
print("best checkpoint:", trainer.state.best_model_checkpoint)

result = trainer.predict(test_ds).metrics
print("test rmse %.0f   (always guessing the mean: %.0f)" % (
    result["test_rmse"], np.sqrt(((frames["test"]["price"] - MEAN) ** 2).mean())))
