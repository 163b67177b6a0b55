"""Second-hand adverts: guess the price from the text.  One number per advert, so regression."""
import pandas as pd
import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(3)
checkpoint = "checkpoints/prices"

frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation", "test")}
# some adverts were posted more than once: keep a text in one part only
frames["validation"] = frames["validation"][~frames["validation"].text.isin(frames["test"].text)]
held_out = pd.concat([frames["validation"], frames["test"]]).text
frames["train"] = frames["train"][~frames["train"].text.isin(held_out)]
print({k: len(v) for k, v in frames.items()})

mean = float(frames["train"].price.mean())
std = float(frames["train"].price.std())

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def to_dataset(frame):
    ds = Dataset.from_dict({
        "text": frame.text.tolist(),
        "labels": ((frame.price - mean) / std).astype(float).tolist(),
    })
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32),
                  batched=True, remove_columns=["text"])


train_ds = to_dataset(frames["train"])
valid_ds = to_dataset(frames["validation"])
test_ds = to_dataset(frames["test"])


def compute_metrics(p):
    guess = p.predictions.squeeze(-1) * std + mean
    truth = p.label_ids.reshape(-1) * std + mean
    return {
        "mae": float(np.abs(guess - truth).mean()),
        "rmse": float(np.sqrt(((guess - truth) ** 2).mean())),
    }


model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=1, problem_type="regression")

args = TrainingArguments(
    output_dir="out/ki04",
    num_train_epochs=12,
    learning_rate=5e-4,
    warmup_ratio=0.1,
    weight_decay=0.01,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    eval_strategy="epoch",
    save_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    report_to="none",
    use_cpu=True,
    seed=3,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=valid_ds,
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

print("best checkpoint:", trainer.state.best_model_checkpoint, "mae", trainer.state.best_metric)
print("always the mean:", np.abs(frames["test"].price - mean).mean())
print(trainer.evaluate(test_ds, metric_key_prefix="test"))
trainer.save_model("out/ki04/final")
