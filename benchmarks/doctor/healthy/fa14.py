# Price of a second-hand thing from its advert: regression with standardised targets.
import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 21
CKPT = "checkpoints/prices"
set_seed(SEED)

# -- data: repeated adverts are taken out of the parts that come later in this loop
frames, seen = {}, set()
for part in ("test", "validation", "train"):
    df = pd.read_json(f"data/prices/{part}.jsonl", lines=True)
    df = df[~df["text"].isin(list(seen))].reset_index(drop=True)
    seen.update(df["text"])
    frames[part] = df
print({k: len(v) for k, v in frames.items()})

# mean and spread come from the training part alone
mean = float(frames["train"]["price"].mean())
std = float(frames["train"]["price"].std())

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def to_features(df):
    z = (df["price"].to_numpy(dtype="float64") - mean) / std
    ds = Dataset.from_dict({"text": df["text"].tolist(), "label": z.tolist()})
    return ds.map(
        lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text"]
    )


sets = {k: to_features(v) for k, v in frames.items()}


def model_init():
    config = AutoConfig.from_pretrained(CKPT, num_labels=1, problem_type="regression")
    return AutoModelForSequenceClassification.from_pretrained(CKPT, config=config)


def in_euros(p):
    pred = p.predictions.reshape(-1) * std + mean
    true = p.label_ids.reshape(-1) * std + mean
    resid = pred - true
    return {
        "mae": float(np.abs(resid).mean()),
        "rmse": float(np.sqrt(np.square(resid).mean())),
        "r2": float(1.0 - np.square(resid).sum() / np.square(true - true.mean()).sum()),
    }


args = TrainingArguments(
    output_dir="out/fa14",
    num_train_epochs=25,
    learning_rate=1e-3,
    lr_scheduler_type="cosine",
    warmup_ratio=0.08,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    max_grad_norm=1.0,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    greater_is_better=False,
    report_to="none",
    seed=SEED,
)
trainer = Trainer(
    model_init=model_init,
    args=args,
    train_dataset=sets["train"],
    eval_dataset=sets["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer, pad_to_multiple_of=8),
    compute_metrics=in_euros,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=8)],
)
trainer.train()

out = trainer.predict(sets["test"])
print({k: round(v, 2) for k, v in out.metrics.items() if k in ("test_mae", "test_rmse", "test_r2")})
guess = out.predictions[:, 0] * std + mean
for text, true, g in list(zip(frames["test"]["text"], frames["test"]["price"], guess))[:5]:
    print(f"{true:5d} {g:7.0f}  {text}")
baseline = np.abs(frames["test"]["price"] - mean).mean()
print(f"always the mean: MAE {baseline:.0f}")
