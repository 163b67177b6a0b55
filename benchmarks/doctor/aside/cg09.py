"""Token classification on data/tags.

    python cg09.py --epochs 3
"""
import argparse
import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
)

CHECKPOINT = "checkpoints/tags"
IGNORE = -100


def parse_args():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=3)
    ap.add_argument("--batch-size", type=int, default=16)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--output", default="out/cg09")
    return ap.parse_args()


def make_preprocess(tokenizer):
    def preprocess(batch):
        enc = tokenizer(batch["words"], truncation=True)
        all_labels = []
        for i, tags in enumerate(batch["tags"]):
            labels, previous = [], None
            for word_id in enc.word_ids(batch_index=i):
                if word_id is None or word_id == previous:
                    labels.append(IGNORE)
                else:
                    labels.append(tags[word_id])
                previous = word_id
            all_labels.append(labels)
        enc["labels"] = all_labels
        return enc

    return preprocess


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = logits.argmax(-1)
    mask = labels != IGNORE
    entity = mask & (labels != 0)
    return {
        "accuracy": float((preds == labels)[mask].mean()),
        "entity_recall": float((preds == labels)[entity].mean()),
    }


def main():
    args = parse_args()
    data = load_dataset(
        "json",
        data_files={
            "train": "data/tags/train.jsonl",
            "validation": "data/tags/validation.jsonl",
        },
    )
    known = {" ".join(words) for words in data["train"]["words"]}
    data["validation"] = data["validation"].filter(lambda r: " ".join(r["words"]) not in known)

    n_labels = 1 + int(max(max(t) for t in data["train"]["tags"]))
    print("number of labels:", n_labels)

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=n_labels)

    data = data.map(
        make_preprocess(tokenizer),
        batched=True,
        remove_columns=data["train"].column_names,
    )

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.output,
            num_train_epochs=args.epochs,
            per_device_train_batch_size=args.batch_size,
            per_device_eval_batch_size=64,
            learning_rate=args.lr,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=20,
            report_to="none",
            seed=0,
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
