"""Tag names in sentences (three kinds + outside) with a tiny DistilBERT."""
import json
from functools import partial

import numpy as np
from datasets import Dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments

CKPT = "checkpoints/tags"
ID2TAG = {0: "O", 1: "TOWN", 2: "RIVER", 3: "HILL"}
TAG2ID = {v: k for k, v in ID2TAG.items()}


def read(split, skip=frozenset()):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if tuple(r["words"]) not in skip]


def encode(batch, tokenizer):
    enc = tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)
    enc["labels"] = [
        [-100 if w is None else tags[w] for w in enc.word_ids(i)] for i, tags in enumerate(batch["tags"])
    ]
    return enc


def scores(p):
    logits, gold = p
    pred = np.argmax(logits, axis=-1)
    mask = gold != -100
    pred, gold = pred[mask], gold[mask]
    hit = ((pred == gold) & (gold > 0)).sum()
    return {
        "accuracy": float((pred == gold).mean()),
        "f1": float(2 * hit / max((pred > 0).sum() + (gold > 0).sum(), 1)),
    }


def main():
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    valid = read("validation")
    train = read("train", skip={tuple(r["words"]) for r in valid})

    fn = partial(encode, tokenizer=tokenizer)
    train_ds = Dataset.from_list(train).map(fn, batched=True, remove_columns=["words", "tags"])
    valid_ds = Dataset.from_list(valid).map(fn, batched=True, remove_columns=["words", "tags"])

    model = AutoModelForTokenClassification.from_pretrained(
        CKPT, num_labels=len(ID2TAG), id2label=ID2TAG, label2id=TAG2ID
    )

    collator = DataCollatorWithPadding(tokenizer, padding="longest", pad_to_multiple_of=8)
    args = TrainingArguments(
        output_dir="out/ia12",
        num_train_epochs=12,
        learning_rate=1e-3,
        lr_scheduler_type="linear",
        warmup_ratio=0.1,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=1,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        data_collator=collator,
        compute_metrics=scores,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
