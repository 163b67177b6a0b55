"""Price of a classified ad from its text."""
import argparse

import numpy as np
import torch
import torch.nn as nn
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)


class HuberTrainer(Trainer):
    """A few ads are far off, so a robust loss instead of the built-in MSE."""

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = nn.functional.smooth_l1_loss(outputs.logits.squeeze(-1), labels)
        return (loss, outputs) if return_outputs else loss


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/prices")
    p.add_argument("--out", default="out/zb04")
    p.add_argument("--epochs", type=float, default=10)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--bs", type=int, default=16)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def main():
    cfg = parse()
    set_seed(cfg.seed)
    ds = load_dataset("json", data_files={s: f"data/prices/{s}.jsonl" for s in ("train", "validation", "test")})
    prices = np.array(ds["train"]["price"], dtype=np.float32)
    mean, std = float(prices.mean()), float(prices.std())
    print(f"train prices: mean {mean:.0f}, std {std:.0f}")

    tok = AutoTokenizer.from_pretrained(cfg.checkpoint)

    def encode(batch):
        enc = tok(batch["text"], truncation=True, max_length=32)
        enc["labels"] = [(p - mean) / std for p in batch["price"]]
        return enc

    ds = ds.map(encode, batched=True, remove_columns=["text", "price"])

    def metrics(pred):
        guess = pred.predictions.reshape(-1) * std + mean
        true = pred.label_ids.reshape(-1) * std + mean
        ss_res = ((true - guess) ** 2).sum()
        ss_tot = ((true - true.mean()) ** 2).sum()
        return {"mae": float(np.abs(true - guess).mean()), "r2": float(1 - ss_res / ss_tot)}

    model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=1, problem_type="regression")
    trainer = HuberTrainer(
        model=model,
        args=TrainingArguments(
            output_dir=cfg.out,
            num_train_epochs=cfg.epochs,
            learning_rate=cfg.lr,
            per_device_train_batch_size=cfg.bs,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            warmup_ratio=0.1,
            report_to="none",
            seed=cfg.seed,
            disable_tqdm=True,
        ),
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        processing_class=tok,
        compute_metrics=metrics,
    )
    trainer.train()

    result = trainer.predict(ds["test"])
    print(result.metrics)
    for g, t in list(zip(result.predictions.reshape(-1), result.label_ids))[:8]:
        print(f"predicted {g * std + mean:7.0f}   true {t * std + mean:7.0f}")


if __name__ == "__main__":
    main()
