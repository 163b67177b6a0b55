import json
import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed

set_seed(8)


class Adverts(torch.utils.data.Dataset):
    """Advert texts with their prices, in units of the training prices' spread."""

    def __init__(self, rows, tok, mean, std):
        self.enc = tok([r["text"] for r in rows], truncation=True, max_length=32, padding="max_length")
        self.y = [(r["price"] - mean) / std for r in rows]

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        item = {k: torch.tensor(v[i]) for k, v in self.enc.items() if k in ("input_ids", "attention_mask")}
        item["labels"] = torch.tensor(self.y[i], dtype=torch.float32)
        return item


def read(name, without=()):
    with open(f"data/prices/{name}.jsonl") as f:
        rows = [json.loads(l) for l in f]
    return [r for r in rows if r["text"] not in without]


train_rows = read("train")
texts = {r["text"] for r in train_rows}
val_rows = read("validation", texts)
test_rows = read("test", texts | {r["text"] for r in val_rows})

prices = np.array([r["price"] for r in train_rows], dtype="float64")
MEAN, STD = prices.mean(), prices.std()
print(f"{len(prices)} adverts, mean {MEAN:.0f}, std {STD:.0f}")

tok = AutoTokenizer.from_pretrained("checkpoints/prices")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/prices", num_labels=1, problem_type="regression")

make = lambda rows: Adverts(rows, tok, MEAN, STD)
train_ds, val_ds, test_ds = map(make, (train_rows, val_rows, test_rows))


def in_money(p):
    guess = p.predictions.reshape(-1) * STD + MEAN
    truth = p.label_ids.reshape(-1) * STD + MEAN
    err = guess - truth
    return {
        "mae": float(np.abs(err).mean()),
        "rmse": float(np.sqrt((err ** 2).mean())),
        "r2": float(1 - (err ** 2).sum() / ((truth - truth.mean()) ** 2).sum()),
    }


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/fh12",
        num_train_epochs=25,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=200,
        gradient_accumulation_steps=2,
        learning_rate=1e-3,
        lr_scheduler_type="cosine",
        warmup_ratio=0.06,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        metric_for_best_model="rmse",
        greater_is_better=False,
        load_best_model_at_end=True,
        logging_strategy="epoch",
        disable_tqdm=True,
        report_to="none",
    ),
    train_dataset=train_ds,
    eval_dataset=val_ds,
    compute_metrics=in_money,
)
trainer.train()
baseline = np.abs(np.array([r["price"] for r in test_rows]) - np.median(prices)).mean()
result = trainer.evaluate(test_ds, metric_key_prefix="test")
print(f"always the median: MAE {baseline:.1f}   model: MAE {result['test_mae']:.1f}, R2 {result['test_r2']:.3f}")
