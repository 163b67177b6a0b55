"""Desk classifier for support tickets: Accelerate, gradient accumulation, restart from the best epoch."""
import json
import math
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CKPT = "checkpoints/tickets"
OUT = Path("out/ff13")
EPOCHS, MICRO, ACCUM, LR = 10, 8, 2, 1e-3   # a model of this size wants a larger rate than a real BERT


class Progress:
    """What save_state should remember besides weights, optimizer and schedule."""

    def __init__(self):
        self.epoch, self.best = 0, -1.0

    def state_dict(self):
        return {"epoch": self.epoch, "best": self.best}

    def load_state_dict(self, state):
        self.epoch, self.best = state["epoch"], state["best"]


def read(split):
    return [json.loads(s) for s in Path(f"data/tickets/{split}.jsonl").read_text().splitlines()]


def splits():
    # some texts lie in more than one split: the later split keeps them
    test = read("test")
    taken = {r["text"] for r in test}
    val = [r for r in read("validation") if r["text"] not in taken]
    taken |= {r["text"] for r in val}
    train = [r for r in read("train") if r["text"] not in taken]
    return train, val, test


def main():
    set_seed(2024)
    torch.set_num_threads(2)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUM)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def encode(rows):
        # the product is named at the beginning, so cutting the long ones at 32 tokens loses nothing
        return [
            {**tokenizer(r["text"], truncation=True, max_length=32), "labels": r["desk_id"]} for r in rows
        ]

    pad = DataCollatorWithPadding(tokenizer)
    train, val, test = (encode(rows) for rows in splits())
    train_loader = DataLoader(train, batch_size=MICRO, shuffle=True, collate_fn=pad)
    val_loader = DataLoader(val, batch_size=64, collate_fn=pad)
    test_loader = DataLoader(test, batch_size=64, collate_fn=pad)

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    updates = math.ceil(len(train_loader) / ACCUM) * EPOCHS
    scheduler = get_linear_schedule_with_warmup(optimizer, updates // 10, updates)

    model, optimizer, scheduler, train_loader, val_loader, test_loader = accelerator.prepare(
        model, optimizer, scheduler, train_loader, val_loader, test_loader
    )
    progress = Progress()
    accelerator.register_for_checkpointing(progress)

    def score(loader):
        model.eval()
        hits = n = 0
        for batch in loader:
            with torch.no_grad():
                guess = model(**batch).logits.argmax(dim=-1)
            guess, truth = accelerator.gather_for_metrics((guess, batch["labels"]))
            hits += (guess == truth).sum().item()
            n += truth.numel()
        return hits / n

    for epoch in range(EPOCHS):
        model.train()
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
        acc = score(val_loader)
        progress.epoch = epoch + 1
        if acc > progress.best:
            progress.best = acc
            accelerator.save_state(str(OUT / "best"))
        accelerator.print(f"epoch {epoch + 1}: val {acc:.3f}, lr {scheduler.get_last_lr()[0]:.1e}")

    accelerator.load_state(str(OUT / "best"))
    accelerator.print(f"epoch {progress.epoch} was best on validation ({progress.best:.3f}); test {score(test_loader):.3f}")
    accelerator.unwrap_model(model).save_pretrained(OUT / "model")
    tokenizer.save_pretrained(OUT / "model")


if __name__ == "__main__":
    main()
