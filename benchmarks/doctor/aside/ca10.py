import argparse
import csv
from pathlib import Path

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainerCallback,
                          TrainingArguments, set_seed)


def parse_args():
    p = argparse.ArgumentParser(description="Sentiment on sst2 with a tiny BERT")
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--data", default="data/glue/sst2")
    p.add_argument("--out", default="out/ca10")
    p.add_argument("--epochs", type=int, default=3)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


class CsvLogger(TrainerCallback):
    """Keeps every log line, so that I can plot the curves later."""

    def __init__(self, path):
        self.path = Path(path)
        self.rows = []

    def on_log(self, args, state, control, logs=None):
        if logs is None:
            return
        for key, value in logs.items():
            self.rows.append((state.global_step, key, value))

    def on_train_end(self, args, state, control, **kwargs):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "w", newline="") as f:
            writer = csv.writer(f)
            writer.writerow(["step", "name", "value"])
            writer.writerows(self.rows)


def load(folder, split, tokenizer):
    frame = pd.read_parquet(f"{folder}/{split}-00000-of-00001.parquet")
    ds = Dataset.from_dict({"sentence": frame["sentence"].tolist(), "label": frame["label"].tolist()})
    return ds.map(
        lambda batch: tokenizer(batch["sentence"], truncation=True, max_length=64),
        batched=True,
        remove_columns=["sentence"],
    )


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float(np.mean(logits.argmax(-1) == labels))}


def main():
    opts = parse_args()
    set_seed(opts.seed)
    tokenizer = AutoTokenizer.from_pretrained(opts.checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(opts.checkpoint, num_labels=2)

    training_args = TrainingArguments(
        output_dir=opts.out,
        num_train_epochs=opts.epochs,
        learning_rate=opts.lr,
        per_device_train_batch_size=opts.batch_size,
        per_device_eval_batch_size=64,
        warmup_steps=20,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        seed=opts.seed,
        report_to="none",
        use_cpu=True,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=load(opts.data, "train", tokenizer),
        eval_dataset=load(opts.data, "validation", tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        callbacks=[CsvLogger(Path(opts.out) / "curves.csv")],
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
