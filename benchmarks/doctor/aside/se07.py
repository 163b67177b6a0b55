"""Sentence embeddings for support tickets: two tickets for the same desk should be close."""
import json
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer


class TicketPairs(Dataset):
    def __init__(self, rows, n_pairs, seed):
        rng = random.Random(seed)
        by_desk = {}
        for r in rows:
            by_desk.setdefault(r["desk_id"], []).append(r["text"])
        desks = sorted(by_desk)
        self.pairs = []
        for k in range(n_pairs):
            a = rng.choice(desks)
            if k % 2 == 0:
                b, y = a, 1.0
            else:
                b, y = rng.choice([d for d in desks if d != a]), 0.0
            self.pairs.append((rng.choice(by_desk[a]), rng.choice(by_desk[b]), y))

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, i):
        return self.pairs[i]


class Encoder(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(name)
        self.bert = AutoModel.from_pretrained(name)

    def forward(self, texts):
        enc = self.tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
        hidden = self.bert(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1).float()
        return (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)


def evaluate(encoder, pairs):
    encoder.eval()
    sims, ys = [], []
    with torch.no_grad():
        for a, b, y in DataLoader(pairs, batch_size=64):
            sims.append(F.cosine_similarity(encoder(a), encoder(b)))
            ys.append(y)
    sims, ys = torch.cat(sims), torch.cat(ys)
    pos = ys == 1
    acc = ((sims > 0.6) == pos).float().mean().item()
    return sims[pos].mean().item(), sims[~pos].mean().item(), acc


def read(split):
    return [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]


def main():
    torch.manual_seed(21)
    encoder = Encoder("checkpoints/tickets")
    train_pairs = TicketPairs(read("train"), 2000, seed=1)
    val_pairs = TicketPairs(read("validation"), 400, seed=2)

    loader = DataLoader(train_pairs, batch_size=32, shuffle=True)
    criterion = nn.CosineEmbeddingLoss(margin=0.2)
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=1e-3)

    for epoch in range(6):
        encoder.train()
        total = 0.0
        for a, b, y in loader:
            loss = criterion(encoder(a), encoder(b), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        same, other, acc = evaluate(encoder, val_pairs)
        print(
            f"epoch {epoch + 1} loss {total / len(loader):.4f} "
            f"cos same desk {same:.3f} other desk {other:.3f} acc {acc:.3f}"
        )


if __name__ == "__main__":
    main()
