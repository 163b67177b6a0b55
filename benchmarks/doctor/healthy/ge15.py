"""Tickets to desks with Trainer.

The rows stay plain text until they are put in a batch: the collate function tokenises them,
so nothing is padded more than its batch needs.
"""
import json
from pathlib import Path

import numpy as np
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/tickets"
DATA = Path("data/tickets")
DESKS = ["north", "east", "south", "west"]


def clean(text):
    # every ticket has the same mask in place of its order number, and the tokenizer has no word for it
    return text.replace(" order [ORDER] .", "")


def read_all():
    """The three splits, a text in one of them only: test first, then validation, then training."""
    seen, splits = set(), {}
    for name in ("test", "validation", "train"):
        rows = []
        for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            rec = json.loads(line)
            text = clean(rec["text"])
            if text not in seen:
                seen.add(text)
                rows.append({"text": text, "labels": DESKS.index(rec["desk"])})
        splits[name] = Dataset.from_list(rows)
    return splits


class TextCollator:
    def __init__(self, tokenizer, max_length=32):
        self.tokenizer = tokenizer
        self.max_length = max_length

    def __call__(self, rows):
        batch = self.tokenizer(
            [r["text"] for r in rows],
            truncation=True,
            max_length=self.max_length,
            padding=True,
            return_tensors="pt",
        )
        batch["labels"] = torch.tensor([r["labels"] for r in rows], dtype=torch.long)
        return batch


def metrics(output):
    guess = output.predictions.argmax(axis=-1)
    truth = output.label_ids
    recalls = [float(np.mean(guess[truth == k] == k)) for k in np.unique(truth)]
    return {"accuracy": float(np.mean(guess == truth)), "balanced": float(np.mean(recalls))}


def main():
    set_seed(2024)
    splits = read_all()
    print({k: len(v) for k, v in splits.items()})
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)}
    )

    args = TrainingArguments(
        output_dir="out/ge15",
        num_train_epochs=15,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=1e-3,
        lr_scheduler_type="linear",
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="loss",
        greater_is_better=False,
        remove_unused_columns=False,
        dataloader_pin_memory=False,
        report_to="none",
        seed=2024,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=splits["train"],
        eval_dataset=splits["validation"],
        processing_class=tokenizer,
        data_collator=TextCollator(tokenizer),
        compute_metrics=metrics,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
    )
    trainer.train()
    result = trainer.evaluate(splits["test"], metric_key_prefix="test")
    print({k: round(v, 4) for k, v in result.items() if k.startswith("test_")})


if __name__ == "__main__":
    main()
