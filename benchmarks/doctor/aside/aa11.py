import argparse
import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import classification_report
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CLASSES = ["north", "east", "south", "west"]


def load_frame(path):
    everything = pd.read_json(path, lines=True)
    parts = []
    for i, name in enumerate(CLASSES):
        part = everything[everything.desk == name][["text"]].copy()
        part["label"] = i
        print(f"{name:6s} {len(part)} tickets")
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def compute_metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=1) == p.label_ids).mean())}


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--ckpt", default="checkpoints/tickets")
    ap.add_argument("--file", default="data/tickets/train.jsonl")
    ap.add_argument("--epochs", type=int, default=6)
    ap.add_argument("--lr", type=float, default=1e-3)
    opt = ap.parse_args()
    set_seed(42)

    df = load_frame(opt.file)
    ds = Dataset.from_pandas(df).train_test_split(test_size=0.25, shuffle=False)

    tok = AutoTokenizer.from_pretrained(opt.ckpt)
    ds = ds.map(lambda x: tok(x["text"], truncation=True), batched=True, remove_columns=["text"])

    model = AutoModelForSequenceClassification.from_pretrained(opt.ckpt, num_labels=len(CLASSES))
    args = TrainingArguments(
        output_dir="out/aa11",
        num_train_epochs=opt.epochs,
        learning_rate=opt.lr,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["test"],
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=compute_metrics,
    )
    trainer.train()

    out = trainer.predict(ds["test"])
    print(
        classification_report(
            out.label_ids,
            out.predictions.argmax(-1),
            labels=range(len(CLASSES)),
            target_names=CLASSES,
            zero_division=0,
        )
    )
