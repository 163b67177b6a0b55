# price regression from a classified ad
import numpy as np
from datasets import load_dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

ckpt = "checkpoints/prices"
ds = load_dataset("json", data_files={s: f"data/prices/{s}.jsonl" for s in ["train", "validation", "test"]})
tokenizer = AutoTokenizer.from_pretrained(ckpt)

# the target is standardised with the statistics of the training part
mean = float(np.mean(ds["train"]["price"]))
std = float(np.std(ds["train"]["price"]))


def prepare(batch):
    out = tokenizer(batch["text"], truncation=True)
    out["labels"] = [(float(p) - mean) / std for p in batch["price"]]
    return out


ds = ds.map(prepare, batched=True, remove_columns=["text", "price"])


def compute_metrics(pred):
    y = pred.label_ids.reshape(-1) * std + mean
    yhat = pred.predictions.reshape(-1) * std + mean
    return {
        "mae": mean_absolute_error(y, yhat),
        "rmse": float(np.sqrt(np.mean((y - yhat) ** 2))),
        "r2": r2_score(y, yhat),
    }


model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=1, problem_type="regression")

args = TrainingArguments(
    output_dir="out/od03",
    num_train_epochs=20,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-3,
    warmup_ratio=0.06,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="mae",
    greater_is_better=False,
    logging_strategy="epoch",
    report_to=[],
)
trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                  processing_class=tokenizer, compute_metrics=compute_metrics)
trainer.train()

res = trainer.evaluate(ds["test"], metric_key_prefix="test")
y_test = np.array(ds["test"]["labels"]) * std + mean
print({k: round(v, 3) for k, v in res.items() if k in ("test_mae", "test_rmse", "test_r2")})
print("always the training mean: mae", np.abs(y_test - mean).mean())
