import argparse
import random

import numpy as np
import pandas as pd
import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler


def build_loader(path, tokenizer, batch_size, shuffle):
    frame = pd.read_parquet(path)
    enc = tokenizer(frame["sentence"].tolist(), truncation=True, max_length=128)
    items = [
        {"input_ids": ids, "attention_mask": mask, "labels": int(y)}
        for ids, mask, y in zip(enc["input_ids"], enc["attention_mask"], frame["label"])
    ]
    return DataLoader(items, batch_size=batch_size, shuffle=shuffle, collate_fn=DataCollatorWithPadding(tokenizer))


@torch.no_grad()
def evaluate(model, loader, device):
    model.eval()
    right = seen = 0
    for batch in loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        logits = model(**batch).logits
        right += (logits.argmax(dim=-1) == batch["labels"]).sum().item()
        seen += batch["labels"].numel()
    return right / seen


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/bert")
    ap.add_argument("--epochs", type=int, default=4)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--lr", type=float, default=3e-4)
    ap.add_argument("--seed", type=int, default=13)
    args = ap.parse_args()

    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2).to(device)

    train_loader = build_loader("data/glue/sst2/train-00000-of-00001.parquet", tokenizer, args.batch_size, True)
    val_loader = build_loader("data/glue/sst2/validation-00000-of-00001.parquet", tokenizer, 64, False)

    optimizer = AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    num_training_steps = args.epochs
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=num_training_steps,
    )

    for epoch in range(args.epochs):
        model.train()
        losses = []
        for batch in train_loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            losses.append(loss.item())
        acc = evaluate(model, val_loader, device)
        print(f"epoch {epoch}: train loss {np.mean(losses):.4f}, validation accuracy {acc:.4f}")


if __name__ == "__main__":
    main()
