"""Token classification (place names) with a plain loop and Accelerate."""
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_scheduler,
)

MODEL = "checkpoints/tags"
EPOCHS = 10


def read(split, tokenizer, skip=()):
    features, keys = [], set()
    with open(f"data/tags/{split}.jsonl") as f:
        for row in map(json.loads, f):
            key = tuple(row["words"])
            if key in skip:
                continue
            keys.add(key)
            enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
            labels, previous = [], None
            for word in enc.word_ids():
                # only the first piece of a word carries the label
                labels.append(-100 if word is None or word == previous else row["tags"][word])
                previous = word
            features.append(
                {
                    "input_ids": enc["input_ids"],
                    "attention_mask": enc["attention_mask"],
                    "labels": labels,
                }
            )
    return features, keys


def main():
    set_seed(17)
    accelerator = Accelerator(cpu=True)
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    model = AutoModelForTokenClassification.from_pretrained(MODEL, num_labels=4)

    train, keys = read("train", tokenizer)
    val, _ = read("validation", tokenizer, skip=keys)
    collate = DataCollatorForTokenClassification(tokenizer)
    train_loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(val, batch_size=32, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    total_steps = EPOCHS * len(train_loader)
    scheduler = get_scheduler(
        "linear", optimizer, num_warmup_steps=total_steps // 10, num_training_steps=total_steps
    )

    model, train_loader, val_loader, optimizer, scheduler = accelerator.prepare(
        model, optimizer, train_loader, val_loader, scheduler
    )

    for epoch in range(EPOCHS):
        model.train()
        for batch in train_loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()

        model.eval()
        found = right = wanted = 0
        for batch in val_loader:
            with torch.no_grad():
                guess = model(**batch).logits.argmax(-1)
            labels = batch["labels"]
            keep = labels != -100
            guess, labels = accelerator.gather_for_metrics((guess[keep], labels[keep]))
            found += int((guess > 0).sum())
            wanted += int((labels > 0).sum())
            right += int(((guess == labels) & (labels > 0)).sum())
        f1 = 2 * right / max(1, found + wanted)
        accelerator.print(f"epoch {epoch + 1}: word-level f1 of the names {f1:.3f}")


if __name__ == "__main__":
    main()
