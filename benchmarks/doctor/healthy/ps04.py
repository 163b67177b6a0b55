"""Regression with a custom loss: the price in an advertisement, Huber loss on standardised targets."""
import json
import pathlib

import numpy as np
import torch
import torch.nn.functional as F
from datasets import Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed


class HuberTrainer(Trainer):
    def __init__(self, *args, delta=1.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.delta = delta

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = F.huber_loss(outputs.logits.squeeze(-1), labels, delta=self.delta)
        return (loss, outputs) if return_outputs else loss


def read(split):
    return [json.loads(line) for line in pathlib.Path(f"data/prices/{split}.jsonl").read_text().splitlines()]


def main():
    set_seed(7)
    held_out = read("test")
    seen = {row["text"] for row in held_out}
    rows = [row for row in read("train") + read("validation") if row["text"] not in seen]  # no text in both
    prices = np.array([row["price"] for row in rows], dtype=np.float32)
    mean, std = float(prices.mean()), float(prices.std())

    tok = AutoTokenizer.from_pretrained("checkpoints/prices")

    def encode(batch):
        enc = tok(batch["text"], truncation=True)
        enc["labels"] = [(p - mean) / std for p in batch["price"]]
        return enc

    train = Dataset.from_list(rows).map(encode, batched=True, remove_columns=["text", "price"])
    test = Dataset.from_list(held_out).map(encode, batched=True, remove_columns=["text", "price"])

    def metrics(p):
        pred = p.predictions.squeeze(-1) * std + mean
        true = p.label_ids * std + mean
        rmse = float(np.sqrt(np.mean((pred - true) ** 2)))
        return {"rmse": rmse, "mae": float(np.abs(pred - true).mean()),
                "r2": float(1 - np.sum((pred - true) ** 2) / np.sum((true - true.mean()) ** 2))}

    model = AutoModelForSequenceClassification.from_pretrained(
        "checkpoints/prices", num_labels=1, problem_type="regression")
    trainer = HuberTrainer(
        model=model, delta=0.5, processing_class=tok, train_dataset=train, eval_dataset=test, compute_metrics=metrics,
        args=TrainingArguments(
            "runs/r04", num_train_epochs=15, per_device_train_batch_size=32, per_device_eval_batch_size=64,
            learning_rate=1e-3, lr_scheduler_type="cosine", warmup_steps=30, save_strategy="no",
            logging_steps=100, report_to=[], disable_tqdm=True))
    trainer.train()
    print({k: round(v, 3) for k, v in trainer.evaluate().items()}, "std of the prices:", round(std, 1))
    with torch.no_grad():
        one = tok("for sale , boat like new , no swaps", return_tensors="pt").to(model.device)
        print("a boat like new:", round(model.eval()(**one).logits.item() * std + mean))


if __name__ == "__main__":
    main()
