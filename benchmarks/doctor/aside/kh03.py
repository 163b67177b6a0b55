import argparse
import math

import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
)


def parse():
    p = argparse.ArgumentParser(description="sst2, small batches gathered into bigger ones")
    p.add_argument("--checkpoint", default="checkpoints/bert")
    p.add_argument("--batch-size", type=int, default=8)
    p.add_argument("--accumulate", type=int, default=4)
    p.add_argument("--epochs", type=int, default=3)
    p.add_argument("--lr", type=float, default=4e-4)
    p.add_argument("--warmup", type=int, default=20, help="in optimizer updates")
    p.add_argument("--seed", type=int, default=3)
    return p.parse_args()


def read(name):
    frame = pd.read_parquet(f"data/glue/sst2/{name}-00000-of-00001.parquet")
    return list(zip(frame["sentence"].tolist(), frame["label"].tolist()))


def main():
    cfg = parse()
    set_seed(cfg.seed)
    accelerator = Accelerator(cpu=True)

    tokenizer = AutoTokenizer.from_pretrained(cfg.checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(cfg.checkpoint, num_labels=2)

    def collate(pairs):
        texts, labels = zip(*pairs)
        batch = tokenizer(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt")
        batch["labels"] = torch.tensor(labels)
        return batch

    train_dl = DataLoader(read("train"), batch_size=cfg.batch_size, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(read("validation"), batch_size=64, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=0.01)
    updates_per_epoch = math.ceil(len(train_dl) / cfg.accumulate)
    total_updates = updates_per_epoch * cfg.epochs
    scheduler = get_linear_schedule_with_warmup(optimizer, cfg.warmup, total_updates)

    model, optimizer, train_dl, valid_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, valid_dl, scheduler
    )
    accelerator.print(f"effective batch {cfg.batch_size * cfg.accumulate}, {total_updates} updates")

    for epoch in range(cfg.epochs):
        model.train()
        running, seen = 0.0, 0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.item() * len(batch["labels"])
            seen += len(batch["labels"])

        model.eval()
        right = total = 0
        for batch in valid_dl:
            with torch.no_grad():
                guess = model(**batch).logits.argmax(-1)
            guess, gold = accelerator.gather_for_metrics((guess, batch["labels"]))
            right += (guess == gold).sum().item()
            total += gold.numel()
        accelerator.print(
            f"epoch {epoch}: loss {running / seen:.4f}  lr {scheduler.get_last_lr()[0]:.2e}  "
            f"valid accuracy {right / total:.4f}"
        )


if __name__ == "__main__":
    main()
