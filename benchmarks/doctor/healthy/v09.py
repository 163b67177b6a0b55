#!/usr/bin/env python
"""Ticket router. Usage: python train.py --epochs 8 --lr 1e-3"""
import argparse
import logging
import random

import numpy as np
import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, default_data_collator

logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
logger = logging.getLogger("router")


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model_name_or_path", default="checkpoints/tickets")
    p.add_argument("--data_dir", default="data/tickets")
    p.add_argument("--max_length", type=int, default=32)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=5)
    return p.parse_args()


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def main():
    args = parse_args()
    seed_everything(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    raw = load_dataset("json", data_files={k: f"{args.data_dir}/{k}.jsonl" for k in ["train", "validation"]})
    label_list = sorted(set(raw["train"]["desk"]))
    logger.info("desks: %s", label_list)

    tokenizer = AutoTokenizer.from_pretrained(args.model_name_or_path)
    config = AutoConfig.from_pretrained(args.model_name_or_path, num_labels=len(label_list))
    model = AutoModelForSequenceClassification.from_pretrained(args.model_name_or_path, config=config)
    model.to(device)

    def encode(batch):
        enc = tokenizer(batch["text"], padding="max_length", truncation=True, max_length=args.max_length)
        enc["labels"] = batch["desk_id"]
        return enc

    data = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)
    train_loader = DataLoader(data["train"], batch_size=args.batch_size, shuffle=True, collate_fn=default_data_collator)
    eval_loader = DataLoader(data["validation"], batch_size=64, collate_fn=default_data_collator)

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for epoch in range(1, args.epochs + 1):
        model.train()
        losses = []
        for batch in train_loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.item())

        model.eval()
        hits = n = 0
        for batch in eval_loader:
            with torch.no_grad():
                pred = model(**{k: v.to(device) for k, v in batch.items()}).logits.argmax(-1).cpu()
            hits += (pred == batch["labels"]).sum().item()
            n += len(pred)
        logger.info("epoch %d loss %.4f accuracy %.4f", epoch, np.mean(losses), hits / n)


if __name__ == "__main__":
    main()
