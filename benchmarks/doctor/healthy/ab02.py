"""Predict the asking price of a second-hand item from the text of the ad (GRU)."""
import argparse
import json

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--data", default="data/prices")
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch_size", type=int, default=24)
    p.add_argument("--lr", type=float, default=4e-3)
    p.add_argument("--seed", type=int, default=7)
    return p.parse_args()


def load(path):
    with open(path) as f:
        rows = [json.loads(l) for l in f]
    return [r["text"].split() for r in rows], [r["price"] / 1000 for r in rows]


def build_vocab(texts):
    words = sorted({w for t in texts for w in t})
    # 0 is padding
    return {w: i for i, w in enumerate(words, start=1)}


class PriceModel(nn.Module):
    def __init__(self, n_tokens, dim=32, hidden=48):
        super().__init__()
        self.embed = nn.Embedding(n_tokens, dim, padding_idx=0)
        self.gru = nn.GRU(dim, hidden, batch_first=True, bidirectional=True)
        self.head = nn.Sequential(nn.Linear(2 * hidden, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, ids, mask):
        h, _ = self.gru(self.embed(ids))
        h = (h * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
        return self.head(h).squeeze(-1)


def main():
    args = parse_args()
    torch.manual_seed(args.seed)
    train_texts, train_y = load(f"{args.data}/train.jsonl")
    val_texts, val_y = load(f"{args.data}/validation.jsonl")
    vocab = build_vocab(train_texts)

    def collate(batch):
        texts, prices = zip(*batch)
        seqs = [[vocab[w] for w in t if w in vocab] for t in texts]
        width = max(len(s) for s in seqs)
        ids = torch.zeros(len(seqs), width, dtype=torch.long)
        for i, s in enumerate(seqs):
            ids[i, : len(s)] = torch.tensor(s)
        return ids, (ids != 0).float(), torch.tensor(prices)

    train_dl = DataLoader(list(zip(train_texts, train_y)), args.batch_size, shuffle=True, collate_fn=collate)
    val_dl = DataLoader(list(zip(val_texts, val_y)), 64, collate_fn=collate)

    model = PriceModel(len(vocab) + 1)
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr)
    loss_fn = nn.MSELoss()
    for epoch in range(args.epochs):
        model.train()
        losses = []
        for ids, mask, y in train_dl:
            opt.zero_grad()
            loss = loss_fn(model(ids, mask), y)
            loss.backward()
            opt.step()
            losses.append(loss.item())
        model.eval()
        errs = []
        with torch.no_grad():
            for ids, mask, y in val_dl:
                errs.extend((model(ids, mask) - y).abs().tolist())
        if epoch % 4 == 0 or epoch == args.epochs - 1:
            print(f"epoch {epoch:2d}  train mse {np.mean(losses):.4f}  val mae {1000 * np.mean(errs):.0f}")
    print("mae of always answering the mean:", round(1000 * np.mean(np.abs(np.array(val_y) - np.mean(train_y)))))


if __name__ == "__main__":
    main()
