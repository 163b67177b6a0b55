"""Sort small ads into price classes (cheap / medium / dear)."""
import argparse

import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, confusion_matrix
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

CLASSES = ["cheap", "medium", "dear"]


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/prices")
    p.add_argument("--data", default="data/prices")
    p.add_argument("--output", default="out/aa02")
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


def load_split(args, tokenizer, split):
    df = pd.read_json(f"{args.data}/{split}.jsonl", lines=True)
    df["label"] = pd.cut(df["price"], bins=[0, 900, 1300, np.inf], labels=False)
    ds = Dataset.from_pandas(df[["text", "label"]], preserve_index=False)
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text"])


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": accuracy_score(labels, np.argmax(logits, axis=1))}


def main():
    args = parse_args()
    set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    train, valid, test = (load_split(args, tokenizer, s) for s in ("train", "validation", "test"))
    print(train, np.bincount(train["label"]))

    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=3)

    training_args = TrainingArguments(
        output_dir=args.output,
        learning_rate=args.lr,
        num_train_epochs=args.epochs,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=15,
        report_to=[],
        seed=args.seed,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=train,
        eval_dataset=valid,
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()

    out = trainer.predict(test)
    print(out.metrics)
    table = confusion_matrix(out.label_ids, out.predictions.argmax(1))
    print(pd.DataFrame(table, index=CLASSES, columns=CLASSES))


if __name__ == "__main__":
    main()
