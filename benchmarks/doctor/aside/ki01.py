"""Find invented place / person / thing names in short sentences (token classification)."""
import argparse
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tags"
NUM_TAGS = 4


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def without(rows, *others):
    seen = {tuple(r["words"]) for other in others for r in other}
    return [r for r in rows if tuple(r["words"]) not in seen]


def build_encode(tokenizer):
    def encode(batch):
        enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
        all_labels = []
        for i, tags in enumerate(batch["tags"]):
            labels, last = [], None
            for w in enc.word_ids(batch_index=i):
                if w is None or w == last:
                    labels.append(-100)      # special tokens and word continuations
                else:
                    labels.append(tags[w])
                last = w
            all_labels.append(labels)
        enc["labels"] = all_labels
        return enc

    return encode


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    keep = labels != -100
    y, p = labels[keep], preds[keep]
    return {
        "accuracy": float((y == p).mean()),
        "f1_names": f1_score(y, p, labels=[1, 2, 3], average="macro", zero_division=0),
    }


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--lr", type=float, default=5e-4)
    ap.add_argument("--batch-size", type=int, default=16)
    ap.add_argument("--out", default="out/ki01")
    args = ap.parse_args()
    set_seed(11)

    test = read("test")
    valid = without(read("validation"), test)
    train = without(read("train"), valid, test)

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=NUM_TAGS)

    encode = build_encode(tokenizer)
    sets = {}
    for name, rows in (("train", train), ("valid", valid), ("test", test)):
        ds = Dataset.from_list(rows)
        sets[name] = ds.map(encode, batched=True, remove_columns=ds.column_names)

    collator = DataCollatorWithPadding(tokenizer)
    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir=args.out,
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=args.batch_size,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            report_to="none",
            use_cpu=True,
        ),
        train_dataset=sets["train"],
        eval_dataset=sets["valid"],
        processing_class=tokenizer,
        data_collator=collator,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(sets["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
