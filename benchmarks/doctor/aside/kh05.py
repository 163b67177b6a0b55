"""Which desk should get the ticket? Words are dropped at random while training, anew in every epoch."""
import json
import random

import numpy as np
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

DESKS = ["north", "east", "south", "west"]
CKPT = "checkpoints/tickets"


def read_jsonl(path):
    with open(path) as handle:
        return [json.loads(line) for line in handle]


class WordDropper:
    """Tokenizes on the fly; with p > 0 leaves words out."""

    def __init__(self, tokenizer, p=0.0, max_length=32):
        self.tokenizer = tokenizer
        self.p = p
        self.max_length = max_length

    def _thin(self, text):
        words = text.split()
        kept = [w for w in words if random.random() >= self.p]
        return " ".join(kept or words)

    def __call__(self, batch):
        texts = [self._thin(t) for t in batch["text"]]
        enc = self.tokenizer(texts, truncation=True, max_length=self.max_length)
        enc["labels"] = batch["label"]
        return enc


def build(tokenizer):
    train = read_jsonl("data/tickets/train.jsonl")
    texts = {r["text"] for r in train}
    valid = [r for r in read_jsonl("data/tickets/validation.jsonl") if r["text"] not in texts]

    def dataset(rows):
        return Dataset.from_dict(
            {"text": [r["text"] for r in rows], "label": [DESKS.index(r["desk"]) for r in rows]}
        )

    return (
        dataset(train).with_transform(WordDropper(tokenizer, p=0.1)),
        dataset(valid).with_transform(WordDropper(tokenizer)),
    )


def accuracy(pred):
    return {"accuracy": float((np.argmax(pred.predictions, -1) == pred.label_ids).mean())}


def main():
    set_seed(5)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT,
        num_labels=len(DESKS),
        id2label=dict(enumerate(DESKS)),
        label2id={d: i for i, d in enumerate(DESKS)},
    )
    train_ds, valid_ds = build(tokenizer)
    args = TrainingArguments(
        output_dir="out/kh05",
        num_train_epochs=8,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=30,
        report_to="none",
        use_cpu=True,
        seed=5,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=valid_ds,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=accuracy,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
