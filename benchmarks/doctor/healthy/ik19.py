"""Asking prices from the text of the advert: a regression head, the Trainer, and errors in money by hand."""
import json

import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)


def load(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class Scale:
    """Mean and spread of the training prices, there and back."""

    def __init__(self, prices):
        prices = np.asarray(prices, dtype=np.float64)
        self.mean, self.std = prices.mean(), prices.std()

    def forward(self, price):
        return (price - self.mean) / self.std

    def back(self, value):
        return np.asarray(value, dtype=np.float64) * self.std + self.mean


def main():
    set_seed(9)
    checkpoint = "checkpoints/prices"
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)

    train_rows = load("train")
    known = {r["text"] for r in train_rows}
    val_rows = [r for r in load("validation") if r["text"] not in known]
    known |= {r["text"] for r in val_rows}
    test_rows = [r for r in load("test") if r["text"] not in known]
    scale = Scale([r["price"] for r in train_rows])

    def prepare(rows):
        enc = tokenizer([r["text"] for r in rows], truncation=True)
        return Dataset.from_dict({
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "label": [float(scale.forward(r["price"])) for r in rows],
        })

    def money(prediction):
        guess = scale.back(prediction.predictions).reshape(-1)      # (n, 1) -> (n,)
        truth = scale.back(prediction.label_ids).reshape(-1)
        assert guess.shape == truth.shape
        error = guess - truth
        return {
            "mae": float(np.abs(error).mean()),
            "rmse": float(np.sqrt((error ** 2).mean())),
            "r2": float(1 - (error ** 2).sum() / ((truth - truth.mean()) ** 2).sum()),
            "within_10_percent": float((np.abs(error) <= 0.1 * truth).mean()),
        }

    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=1, problem_type="regression")
    args = TrainingArguments(
        output_dir="out/ik19",
        num_train_epochs=20,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=5e-4,
        lr_scheduler_type="cosine",
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        logging_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="mae",
        greater_is_better=False,
        report_to="none",
        use_cpu=True,
        seed=9,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=prepare(train_rows),
        eval_dataset=prepare(val_rows),
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=money,
    )
    trainer.train()
    result = trainer.predict(prepare(test_rows), metric_key_prefix="test")
    print({k: round(v, 4) for k, v in result.metrics.items()})
    truth = np.array([r["price"] for r in test_rows], dtype=float)
    print("mean price for everything: mae", round(float(np.abs(truth - scale.mean).mean()), 1))


if __name__ == "__main__":
    main()
