"""Predict the asking price from a small ad (regression, hundreds)."""
import argparse

import numpy as np
from datasets import load_dataset
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/prices")
    p.add_argument("--data", default="data/prices")
    p.add_argument("--out", default="out/yb02")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def metrics(eval_pred):
    preds, labels = eval_pred
    preds = preds.squeeze(-1)
    return {"mae": mean_absolute_error(labels, preds), "r2": r2_score(labels, preds)}


def main():
    a = parse_args()
    set_seed(a.seed)
    tok = AutoTokenizer.from_pretrained(a.model)
    model = AutoModelForSequenceClassification.from_pretrained(a.model)

    ds = load_dataset("json", data_files={s: f"{a.data}/{s}.jsonl" for s in ("train", "validation", "test")})

    def prepare(ex):
        enc = tok(ex["text"], truncation=True)
        enc["labels"] = float(ex["price"]) / 100
        return enc

    ds = ds.map(prepare, remove_columns=["text", "price"])
    print(ds["train"].features)

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=a.out,
            learning_rate=a.lr,
            num_train_epochs=a.epochs,
            per_device_train_batch_size=a.batch,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            seed=a.seed,
            report_to=[],
        ),
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        processing_class=tok,
        compute_metrics=metrics,
    )
    trainer.train()

    res = trainer.predict(ds["test"])
    print(res.metrics)
    for p, y in list(zip(res.predictions[:, 0], res.label_ids))[:8]:
        print(f"{p:6.2f}  {y}")


if __name__ == "__main__":
    main()
