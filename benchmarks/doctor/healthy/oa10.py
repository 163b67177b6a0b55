import pandas as pd
from datasets import Dataset, DatasetDict
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

MODEL = "checkpoints/prices"

frames = {s: pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ["train", "validation", "test"]}
print(frames["train"]["price"].describe())

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True, padding="max_length", max_length=24)
    enc["labels"] = [p / 1000 for p in batch["price"]]
    return enc


ds = DatasetDict({s: Dataset.from_pandas(f) for s, f in frames.items()})
ds = ds.map(preprocess, batched=True, remove_columns=["text", "price"])

# one output = regression, the model then uses MSELoss
model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=1)


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    preds = preds.reshape(-1) * 1000
    labels = labels * 1000
    return {"mae": mean_absolute_error(labels, preds), "r2": r2_score(labels, preds)}


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/oa10",
        learning_rate=5e-4,
        num_train_epochs=12,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        seed=21,
        report_to="none",
        disable_tqdm=True,
    ),
    train_dataset=ds["train"],
    eval_dataset=ds["validation"],
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.predict(ds["test"])
print(result.metrics)
show = frames["test"].head(8).copy()
show["predicted"] = result.predictions[:8, 0] * 1000
print(show.to_string())
