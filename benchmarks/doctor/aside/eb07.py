"""Paraphrase detection (MRPC columns) with a small BERT and Accelerate."""
import argparse
import math

import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--per_device_batch_size", type=int, default=8)
    p.add_argument("--accumulation", type=int, default=4)
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--lr", type=float, default=3e-4)
    p.add_argument("--warmup_ratio", type=float, default=0.1)
    p.add_argument("--output_dir", default="out/eb07")
    return p.parse_args()


def main():
    args = get_args()
    set_seed(11)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=args.accumulation)

    raw = {
        split: Dataset.from_list(
            pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet").to_dict("records")
        )
        for split in ("train", "validation")
    }
    tokenizer = AutoTokenizer.from_pretrained(args.model)

    def encode(batch):
        return tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=128)

    encoded = {
        split: ds.map(encode, batched=True, remove_columns=["sentence1", "sentence2", "idx"])
        for split, ds in raw.items()
    }
    collate = DataCollatorWithPadding(tokenizer)
    train_dl = DataLoader(
        encoded["train"], batch_size=args.per_device_batch_size, shuffle=True, collate_fn=collate
    )
    valid_dl = DataLoader(encoded["validation"], batch_size=64, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)

    updates_per_epoch = math.ceil(len(train_dl) / args.accumulation)
    max_updates = args.epochs * updates_per_epoch
    scheduler = get_linear_schedule_with_warmup(
        optimizer, int(args.warmup_ratio * max_updates), max_updates
    )

    model, optimizer, train_dl, valid_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, valid_dl, scheduler
    )

    accelerator.print(f"{max_updates} updates of {args.per_device_batch_size * args.accumulation} rows")
    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for batch in train_dl:
            outputs = model(**batch)
            accelerator.backward(outputs.loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total += outputs.loss.detach().item()

        model.eval()
        hits = count = 0
        for batch in valid_dl:
            with torch.no_grad():
                logits = model(**batch).logits
            preds, refs = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
            hits += (preds == refs).sum().item()
            count += refs.numel()
        accelerator.print(
            f"epoch {epoch}: train loss {total / len(train_dl):.4f}, valid accuracy {hits / count:.4f}, "
            f"lr {scheduler.get_last_lr()[0]:.2e}"
        )

    accelerator.unwrap_model(model).save_pretrained(args.output_dir)
    tokenizer.save_pretrained(args.output_dir)


if __name__ == "__main__":
    main()
