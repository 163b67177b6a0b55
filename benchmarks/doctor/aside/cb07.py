"""Name finder on data/tags: three kinds of names in short news sentences."""
import argparse
from functools import partial

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

NAMES = ["none", "kind-1", "kind-2", "kind-3"]


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--checkpoint", default="checkpoints/tags")
    p.add_argument("--data", default="data/tags")
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch", type=int, default=16)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--out", default="out/cb07")
    return p.parse_args()


def first_piece_labels(word_ids, tags):
    """The first piece of a word carries the tag; later pieces and special tokens don't count."""
    labels, previous = [], None
    for w in word_ids:
        if w is None or w == previous:
            labels.append(-100)
        else:
            labels.append(tags[w])
        previous = w
    return labels


def encode(batch, tokenizer):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = [first_piece_labels(enc.word_ids(i), tags) for i, tags in enumerate(batch["tags"])]
    return enc


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    keep = labels != -100
    names = keep & (labels != 0)
    return {"accuracy": float((preds == labels)[keep].mean()), "name_recall": float((preds == labels)[names].mean())}


def main():
    a = parse()
    set_seed(1)
    tokenizer = AutoTokenizer.from_pretrained(a.checkpoint)
    files = {part: f"{a.data}/{part}.jsonl" for part in ("train", "validation", "test")}
    data = load_dataset("json", data_files=files)
    data = data.map(partial(encode, tokenizer=tokenizer), batched=True, remove_columns=["words", "tags"])

    model = AutoModelForTokenClassification.from_pretrained(
        a.checkpoint, num_labels=len(NAMES), id2label=dict(enumerate(NAMES)),
        label2id={n: i for i, n in enumerate(NAMES)})

    args = TrainingArguments(
        output_dir=a.out,
        num_train_epochs=a.epochs,
        per_device_train_batch_size=a.batch,
        per_device_eval_batch_size=64,
        learning_rate=a.lr,
        warmup_steps=20,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print("test:", trainer.evaluate(data["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
