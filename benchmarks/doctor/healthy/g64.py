"""Prices of small ads: five folds grouped by text, out-of-fold error, and the five models bagged on the test rows."""
import argparse

import numpy as np
import pandas as pd
import torch
from sklearn.model_selection import GroupKFold
from torch import nn
from transformers import AutoModel, AutoTokenizer


class PriceModel(nn.Module):
    def __init__(self, checkpoint):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint)
        self.head = nn.Linear(self.encoder.config.dim, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        weight = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * weight).sum(1) / weight.sum(1)
        return self.head(pooled).squeeze(-1)


def encode(tokenizer, texts):
    enc = tokenizer(list(texts), padding="max_length", max_length=32, truncation=True, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"]


@torch.no_grad()
def predict(model, ids, mask, mean, std, device):
    model.eval()
    out = [model(i.to(device), m.to(device)).cpu() for i, m in zip(ids.split(128), mask.split(128))]
    return torch.cat(out).numpy() * std + mean  # back to money


def train_fold(args, ids, mask, prices, device, seed):
    torch.manual_seed(seed)
    mean, std = prices.mean(), prices.std()
    target = torch.tensor((prices - mean) / std, dtype=torch.float32)
    model = PriceModel(args.checkpoint).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    per_epoch = -(-len(target) // args.batch_size)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=args.lr, epochs=args.epochs, steps_per_epoch=per_epoch
    )
    for _ in range(args.epochs):
        model.train()
        for index in torch.randperm(len(target)).split(args.batch_size):
            guess = model(ids[index].to(device), mask[index].to(device))
            loss = nn.functional.mse_loss(guess, target[index].to(device))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
    return model, mean, std


def mae(a, b):
    return float(np.abs(a - b).mean())


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--checkpoint", default="checkpoints/prices")
    p.add_argument("--folds", type=int, default=5)
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=2e-3)
    args = p.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    pool = pd.concat([pd.read_json(f"data/prices/{s}.jsonl", lines=True) for s in ("train", "validation")], ignore_index=True)
    test = pd.read_json("data/prices/test.jsonl", lines=True)
    test = test[~test["text"].isin(pool["text"])].reset_index(drop=True)
    print(f"{len(pool)} rows for cross-validation, {len(test)} test rows whose text is in none of them")

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    ids, mask = encode(tokenizer, pool["text"])
    test_ids, test_mask = encode(tokenizer, test["text"])
    prices = pool["price"].to_numpy(dtype=np.float64)

    out_of_fold = np.full(len(pool), np.nan)
    bag = np.zeros(len(test))
    singles = []
    # the same ad may occur more than once: all its copies go into one fold
    for fold, (fit, held) in enumerate(GroupKFold(args.folds).split(pool, groups=pool["text"])):
        model, mean, std = train_fold(args, ids[fit], mask[fit], prices[fit], device, seed=100 + fold)
        out_of_fold[held] = predict(model, ids[held], mask[held], mean, std, device)
        guess = predict(model, test_ids, test_mask, mean, std, device)
        bag += guess / args.folds
        singles.append(mae(guess, test["price"].to_numpy()))
        print(f"fold {fold}: held-out MAE {mae(out_of_fold[held], prices[held]):.1f}")

    assert not np.isnan(out_of_fold).any()
    print(f"out-of-fold MAE {mae(out_of_fold, prices):.1f}")
    print(f"test MAE: one model {np.mean(singles):.1f} on average, the bag {mae(bag, test['price'].to_numpy()):.1f}, "
          f"the mean price {mae(np.full(len(test), prices.mean()), test['price'].to_numpy()):.1f}")


if __name__ == "__main__":
    main()
