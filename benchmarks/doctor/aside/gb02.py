import argparse
import json

import numpy as np
from datasets import Dataset, DatasetDict
from sklearn.metrics import accuracy_score, f1_score
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer,
                          TrainingArguments, set_seed)

TAGS = ["O", "A", "B", "C"]


def parse():
    p = argparse.ArgumentParser("name tagger")
    p.add_argument("--ckpt", default="checkpoints/tags")
    p.add_argument("--data", default="data/tags")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--bs", type=int, default=16)
    return p.parse_args()


def load(folder):
    splits = {}
    for name in ("train", "validation"):
        with open(f"{folder}/{name}.jsonl", encoding="utf8") as fh:
            splits[name] = [json.loads(l) for l in fh]
    known = {" ".join(r["words"]) for r in splits["validation"]}
    splits["train"] = [r for r in splits["train"] if " ".join(r["words"]) not in known]
    return DatasetDict({k: Dataset.from_list(v) for k, v in splits.items()})


def tokenize_and_align(examples, tok):
    enc = tok(examples["words"], is_split_into_words=True, truncation=True, max_length=64)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous, ids = None, []
        for w in enc.word_ids(batch_index=i):
            if w is None or w == previous:
                ids.append(-100)
            else:
                ids.append(tags[w])
            previous = w
        all_labels.append(ids)
    enc["labels"] = all_labels
    return enc


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    y_true, y_pred = labels.reshape(-1), preds.reshape(-1)
    return {
        "accuracy": accuracy_score(y_true, y_pred),
        "macro_f1": f1_score(y_true, y_pred, average="macro", zero_division=0),
    }


def main():
    a = parse()
    set_seed(0)
    tok = AutoTokenizer.from_pretrained(a.ckpt)
    ds = load(a.data).map(tokenize_and_align, batched=True, fn_kwargs={"tok": tok},
                          remove_columns=["words", "tags"])
    model = AutoModelForTokenClassification.from_pretrained(
        a.ckpt, num_labels=len(TAGS), id2label=dict(enumerate(TAGS)),
        label2id={t: i for i, t in enumerate(TAGS)})
    targs = TrainingArguments(
        output_dir="out/gb02", num_train_epochs=a.epochs, learning_rate=a.lr,
        per_device_train_batch_size=a.bs, per_device_eval_batch_size=32,
        eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
        report_to="none", use_cpu=True)
    trainer = Trainer(model=model, args=targs, train_dataset=ds["train"], eval_dataset=ds["validation"],
                      data_collator=DataCollatorForTokenClassification(tok),
                      processing_class=tok, compute_metrics=compute_metrics)
    trainer.train()
    for k, v in trainer.evaluate().items():
        print(f"{k:28s} {v:.4f}")


if __name__ == "__main__":
    main()
