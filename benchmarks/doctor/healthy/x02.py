# Price estimation from the text of an advert
import json
from dataclasses import dataclass

import numpy as np
import torch
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


@dataclass
class Config:
    checkpoint: str = "checkpoints/prices"
    data_dir: str = "data/prices"
    output_dir: str = "out/prices"
    epochs: int = 12
    batch_size: int = 16
    lr: float = 1e-3
    seed: int = 7


cfg = Config()
set_seed(cfg.seed)


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


class AdvertDataset(torch.utils.data.Dataset):
    def __init__(self, rows, tokenizer, mean, std):
        self.texts = [r["text"] for r in rows]
        self.targets = [(r["price"] - mean) / std for r in rows]
        self.tokenizer = tokenizer

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        item = dict(self.tokenizer(self.texts[i], truncation=True, max_length=32))
        item["labels"] = float(self.targets[i])
        return item


train_rows = read_jsonl(f"{cfg.data_dir}/train.jsonl")
val_rows = read_jsonl(f"{cfg.data_dir}/validation.jsonl")
test_rows = read_jsonl(f"{cfg.data_dir}/test.jsonl")

mean = float(np.mean([r["price"] for r in train_rows]))
std = float(np.std([r["price"] for r in train_rows]))

tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=1, problem_type="regression")


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    preds = preds.squeeze(-1) * std + mean
    labels = labels * std + mean
    rmse = float(np.sqrt(np.mean((preds - labels) ** 2)))
    mae = float(np.mean(np.abs(preds - labels)))
    return {"rmse": rmse, "mae": mae}


args = TrainingArguments(
    output_dir=cfg.output_dir,
    num_train_epochs=cfg.epochs,
    per_device_train_batch_size=cfg.batch_size,
    per_device_eval_batch_size=64,
    learning_rate=cfg.lr,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    logging_strategy="epoch",
    load_best_model_at_end=True,
    metric_for_best_model="rmse",
    greater_is_better=False,
    report_to="none",
    seed=cfg.seed,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=AdvertDataset(train_rows, tokenizer, mean, std),
    eval_dataset=AdvertDataset(val_rows, tokenizer, mean, std),
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.evaluate(AdvertDataset(test_rows, tokenizer, mean, std), metric_key_prefix="test")
print(f"test rmse {result['test_rmse']:.1f}  test mae {result['test_mae']:.1f}  (std of prices {std:.1f})")
