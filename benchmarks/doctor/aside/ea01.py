# Tag river / hill / town names in short sentences with a small DistilBERT.
import argparse
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

parser = argparse.ArgumentParser()
parser.add_argument("--checkpoint", default="checkpoints/tags")
parser.add_argument("--data", default="data/tags")
parser.add_argument("--epochs", type=int, default=10)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--out", default="out/ea01")
args = parser.parse_args()

set_seed(13)

TAGS = ["O", "RIVER", "HILL", "TOWN"]


def read(split):
    with open(f"{args.data}/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows, dev_rows = read("train"), read("validation")
known = {tuple(r["words"]) for r in train_rows}
dev_rows = [r for r in dev_rows if tuple(r["words"]) not in known]  # keep dev unseen
print(len(train_rows), "train,", len(dev_rows), "dev sentences")

tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)


def prepare(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = batch["tags"]
    return enc


train_ds = Dataset.from_list(train_rows).map(prepare, batched=True, remove_columns=["words", "tags"])
dev_ds = Dataset.from_list(dev_rows).map(prepare, batched=True, remove_columns=["words", "tags"])

model = AutoModelForTokenClassification.from_pretrained(
    args.checkpoint,
    num_labels=len(TAGS),
    id2label=dict(enumerate(TAGS)),
    label2id={t: i for i, t in enumerate(TAGS)},
)


def compute_metrics(p):
    pred = p.predictions.argmax(-1)
    keep = p.label_ids != -100
    y, y_hat = p.label_ids[keep], pred[keep]
    return {
        "accuracy": float((y == y_hat).mean()),
        "f1_names": f1_score(y, y_hat, labels=[1, 2, 3], average="micro", zero_division=0),
    }


trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir=args.out,
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
    ),
    train_dataset=train_ds,
    eval_dataset=dev_ds,
    data_collator=DataCollatorForTokenClassification(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
trainer.save_model(args.out + "/final")
