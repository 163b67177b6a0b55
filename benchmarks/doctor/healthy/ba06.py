import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding
from transformers import Trainer, TrainingArguments, set_seed

set_seed(3)

files = {"train": "data/prices/train.jsonl", "validation": "data/prices/validation.jsonl", "test": "data/prices/test.jsonl"}
ads = load_dataset("json", data_files=files)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
mean, std = np.mean(ads["train"]["price"][:]), np.std(ads["train"]["price"][:])


def prepare(ad):
    inputs = tokenizer(ad["text"], truncation=True)
    inputs["labels"] = float((ad["price"] - mean) / std)
    return inputs


ads = ads.map(prepare, remove_columns=["text", "price"])

model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, problem_type="regression"
)


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    preds = preds.reshape(-1) * std + mean
    labels = labels.reshape(-1) * std + mean
    mae = np.abs(preds - labels).mean()
    r2 = 1 - ((preds - labels) ** 2).sum() / ((labels - labels.mean()) ** 2).sum()
    return {"mae_euro": float(mae), "r2": float(r2)}


args = TrainingArguments(
    output_dir="out/ba06",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=10,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=ads["train"],
    eval_dataset=ads["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

out = trainer.predict(ads["test"])
print(out.metrics)
for p, y in list(zip(out.predictions.reshape(-1) * std + mean, out.label_ids.reshape(-1) * std + mean))[:10]:
    print(f"predicted {p:8.1f}   true {y:8.1f}")
