"""python ia03.py [--epochs 8] [--lr 1e-3]   fine-tune the ticket classifier"""
import argparse

import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/tickets")
    p.add_argument("--data", default="data/tickets")
    p.add_argument("--out", default="out/ia03")
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--max_len", type=int, default=32)
    p.add_argument("--seed", type=int, default=13)
    return p.parse_args()


def prepare(df, tokenizer, max_len):
    """A data frame with columns text and desk -> a tokenized dataset with labels."""
    desks = df["desk"].unique().tolist()
    desk2id = {desk: i for i, desk in enumerate(desks)}
    df = df.assign(label=df["desk"].map(desk2id))
    ds = Dataset.from_pandas(df[["text", "label"]], preserve_index=False)
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=max_len), batched=True)


def metrics(eval_pred):
    logits, y = eval_pred
    yhat = np.argmax(logits, axis=1)
    f1s = []
    for c in range(logits.shape[1]):
        tp = np.sum((yhat == c) & (y == c))
        denom = np.sum(yhat == c) + np.sum(y == c)
        f1s.append(2 * tp / denom if denom else 0.0)
    return {"accuracy": float(np.mean(yhat == y)), "macro_f1": float(np.mean(f1s))}


def main():
    a = get_args()
    set_seed(a.seed)

    train_df = pd.read_json(f"{a.data}/train.jsonl", lines=True)
    valid_df = pd.read_json(f"{a.data}/validation.jsonl", lines=True)
    train_df = train_df[~train_df["text"].isin(valid_df["text"])].reset_index(drop=True)
    print(len(train_df), "training rows,", len(valid_df), "validation rows")

    tokenizer = AutoTokenizer.from_pretrained(a.model)
    train_ds = prepare(train_df, tokenizer, a.max_len)
    valid_ds = prepare(valid_df, tokenizer, a.max_len)

    model = AutoModelForSequenceClassification.from_pretrained(a.model, num_labels=4)

    targs = TrainingArguments(
        output_dir=a.out,
        num_train_epochs=a.epochs,
        learning_rate=a.lr,
        per_device_train_batch_size=a.batch_size,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        lr_scheduler_type="cosine",
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to=[],
        seed=a.seed,
    )
    trainer = Trainer(
        model=model,
        args=targs,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        processing_class=tokenizer,
        compute_metrics=metrics,
    )
    trainer.train()
    final = trainer.evaluate()
    print({k: round(v, 4) for k, v in final.items()})


if __name__ == "__main__":
    main()
