import json
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import AutoTokenizer, AutoModelForSequenceClassification, TrainingArguments, Trainer

BASE = "checkpoints/prices"
tokenizer = AutoTokenizer.from_pretrained(BASE)


def load(name):
    rows = [json.loads(l) for l in open(f"data/prices/{name}.jsonl")]
    return Dataset.from_list([{"text": r["text"], "label": r["price"] / 100} for r in rows])


ads = DatasetDict({name: load(name) for name in ("train", "validation", "test")})


def tokenize(batch):
    enc = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=32)
    enc["label"] = batch["label"]
    return enc


ads = ads.map(tokenize, batched=True, remove_columns=["text"])
print(ads["train"][0])

# one output = regression head, prices in hundreds
model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=1)


def compute_metrics_for_regression(eval_pred):
    predictions, labels = eval_pred
    predictions = predictions.reshape(-1)
    labels = labels.reshape(-1)
    mae = np.abs(predictions - labels).mean()
    rmse = np.sqrt(((predictions - labels) ** 2).mean())
    return {"mae": float(mae), "rmse": float(rmse)}


args = TrainingArguments(
    output_dir="out/prices",
    num_train_epochs=10,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ads["train"],
    eval_dataset=ads["validation"],
    compute_metrics=compute_metrics_for_regression,
)
trainer.train()
print("test", trainer.evaluate(ads["test"]))
