"""Prices of small ads: Huber loss in the Trainer, errors reported in money."""
import argparse
import json

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


class HuberTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        loss = torch.nn.functional.huber_loss(outputs.logits.squeeze(-1), labels, delta=1.0)
        return (loss, outputs) if return_outputs else loss


def read(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/prices")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--out", default="out/ha14")
    a = parser.parse_args()
    set_seed(31)

    train = read("train")
    seen = {r["text"] for r in train}
    valid = [r for r in read("validation") if r["text"] not in seen]
    seen |= {r["text"] for r in valid}
    test = [r for r in read("test") if r["text"] not in seen]

    # both numbers come from the training rows alone
    prices = np.array([r["price"] for r in train], dtype=np.float64)
    mean, std = float(prices.mean()), float(prices.std())

    tokenizer = AutoTokenizer.from_pretrained(a.checkpoint)

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True, max_length=32)
        enc["labels"] = [(p - mean) / std for p in batch["price"]]
        return enc

    train_ds, valid_ds, test_ds = [
        Dataset.from_list(r).map(encode, batched=True, remove_columns=["text", "price"])
        for r in (train, valid, test)
    ]

    def in_money(p):
        error = (p.predictions.reshape(-1) - p.label_ids.reshape(-1)) * std
        return {"mae": float(np.abs(error).mean()), "rmse": float(np.sqrt((error**2).mean()))}

    trainer = HuberTrainer(
        model=AutoModelForSequenceClassification.from_pretrained(
            a.checkpoint, num_labels=1, problem_type="regression"
        ),
        args=TrainingArguments(
            output_dir=a.out,
            num_train_epochs=a.epochs,
            learning_rate=a.lr,
            warmup_ratio=0.1,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="mae",
            greater_is_better=False,
            label_names=["labels"],
            logging_strategy="epoch",
            report_to="none",
            use_cpu=True,
            dataloader_pin_memory=False,
        ),
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=in_money,
    )
    trainer.train()

    constant = np.abs(np.array([r["price"] for r in test]) - np.median(prices)).mean()
    print(f"always the median: MAE {constant:.1f}")
    print(trainer.evaluate(test_ds, metric_key_prefix="test"))


if __name__ == "__main__":
    main()
