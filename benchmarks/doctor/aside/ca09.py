"""Predict the asking price (in thousands) from a small ad."""
import json
from pathlib import Path

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

MODEL_DIR = "checkpoints/prices"
DATA_DIR = Path("data/prices")


class PriceTask:
    def __init__(self, batch_size=16, epochs=15, lr=1e-3):
        self.tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)
        self.batch_size, self.epochs, self.lr = batch_size, epochs, lr

    @staticmethod
    def read(name):
        return [json.loads(line) for line in (DATA_DIR / f"{name}.jsonl").read_text().splitlines()]

    def split(self, name):
        ads = self.read(name)
        if name != "train":  # some ads are posted again and again
            old = {a["text"] for a in self.read("train")}
            ads = [a for a in ads if a["text"] not in old]
        ds = Dataset.from_dict({
            "text": [a["text"] for a in ads],
            "labels": [a["price"] / 1000 for a in ads],
        })
        return ds.map(self.tokenize, batched=True, remove_columns=["text"])

    def tokenize(self, batch):
        return self.tokenizer(batch["text"], truncation=True, max_length=32)

    @staticmethod
    def metrics(eval_pred):
        predicted, prices = eval_pred
        errors = predicted - prices
        return {
            "rmse": float(np.sqrt(np.mean(errors ** 2))),
            "mae": float(np.mean(np.abs(errors))),
            "within_100": float(np.mean(np.abs(errors) < 0.1)),
        }

    def trainer(self):
        model = AutoModelForSequenceClassification.from_pretrained(
            MODEL_DIR, num_labels=1, problem_type="regression"
        )
        args = TrainingArguments(
            output_dir="out/ca09",
            num_train_epochs=self.epochs,
            learning_rate=self.lr,
            warmup_steps=30,
            per_device_train_batch_size=self.batch_size,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            logging_strategy="epoch",
            save_strategy="no",
            report_to="none",
            use_cpu=True,
        )
        return Trainer(
            model=model,
            args=args,
            train_dataset=self.split("train"),
            eval_dataset=self.split("validation"),
            processing_class=self.tokenizer,
            data_collator=DataCollatorWithPadding(self.tokenizer),
            compute_metrics=self.metrics,
        )


if __name__ == "__main__":
    set_seed(0)
    task = PriceTask()
    trainer = task.trainer()
    trainer.train()
    print("validation", trainer.evaluate())
    print("test", trainer.evaluate(task.split("test"), metric_key_prefix="test"))
