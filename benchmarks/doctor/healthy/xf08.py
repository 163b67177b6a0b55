import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"
import json

import numpy as np
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(11)
ckpt = "checkpoints/prices"
tok = AutoTokenizer.from_pretrained(ckpt)


class AdsDataset:
    """Classified ads; the target is the price in hundreds."""

    def __init__(self, path):
        self.items = []
        with open(path) as f:
            for line in f:
                row = json.loads(line)
                enc = tok(row["text"], truncation=True)
                enc["labels"] = row["price"] / 100
                self.items.append(dict(enc))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def compute_metrics(eval_pred):
    preds, labels = eval_pred
    err = preds.squeeze(-1) - labels
    return {"mae": float(np.abs(err).mean()), "rmse": float(np.sqrt((err ** 2).mean()))}


model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=1)
trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out_ads",
        num_train_epochs=10,
        learning_rate=3e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
    ),
    train_dataset=AdsDataset("data/prices/train.jsonl"),
    eval_dataset=AdsDataset("data/prices/validation.jsonl"),
    data_collator=DataCollatorWithPadding(tok),
    compute_metrics=compute_metrics,
)
trainer.train()
print("test:", trainer.evaluate(AdsDataset("data/prices/test.jsonl"), metric_key_prefix="test"))
