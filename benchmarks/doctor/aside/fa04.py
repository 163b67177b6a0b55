"""Paraphrase detection on MRPC with a balanced training table.

    python fa04.py --epochs 5
"""
import argparse

import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import train_test_split
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--data", default="data/glue/mrpc/train-00000-of-00001.parquet")
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--epochs", type=float, default=6)
    p.add_argument("--lr", type=float, default=4e-4)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--seed", type=int, default=13)
    p.add_argument("--out", default="out/fa04")
    return p.parse_args()


def balance(df, seed):
    """Bring every class to the size of the largest one."""
    n_max = df["label"].value_counts().max()
    parts = []
    for _, part in df.groupby("label"):
        missing = n_max - len(part)
        extra = part.sample(missing, replace=True, random_state=seed)
        parts.append(pd.concat([part, extra]))
    return pd.concat(parts).sample(frac=1.0, random_state=seed).reset_index(drop=True)


def encode(df, tok):
    enc = tok(df["sentence1"].tolist(), df["sentence2"].tolist(), truncation=True, max_length=128)
    return Dataset.from_dict({**enc, "labels": df["label"].astype(int).tolist()})


def compute_metrics(p):
    y_hat = np.argmax(p.predictions, axis=1)
    return {
        "accuracy": accuracy_score(p.label_ids, y_hat),
        "f1": f1_score(p.label_ids, y_hat),
        "f1_not_equivalent": f1_score(p.label_ids, y_hat, pos_label=0),
    }


def main():
    a = parse_args()
    set_seed(a.seed)
    tok = AutoTokenizer.from_pretrained(a.checkpoint)

    df = pd.read_parquet(a.data)[["sentence1", "sentence2", "label"]]
    print("classes in the file:", df["label"].value_counts().to_dict())
    df = balance(df, a.seed)
    print("classes after balancing:", df["label"].value_counts().to_dict())

    df_train, df_val = train_test_split(
        df, test_size=0.2, stratify=df["label"], random_state=a.seed
    )

    model = AutoModelForSequenceClassification.from_pretrained(a.checkpoint, num_labels=2)
    args = TrainingArguments(
        output_dir=a.out,
        num_train_epochs=a.epochs,
        learning_rate=a.lr,
        per_device_train_batch_size=a.batch_size,
        per_device_eval_batch_size=64,
        warmup_ratio=0.06,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=25,
        report_to="none",
        seed=a.seed,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=encode(df_train, tok),
        eval_dataset=encode(df_val, tok),
        data_collator=DataCollatorWithPadding(tok),
        processing_class=tok,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    result = trainer.evaluate()
    print({k: round(v, 4) for k, v in result.items() if k.startswith("eval_")})


if __name__ == "__main__":
    main()
