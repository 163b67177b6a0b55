"""Route support tickets to a desk: bag of words + small network."""
import json
import re
from collections import Counter

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

DATA = "data/tickets"
TOKEN = re.compile(r"[a-z]+")


def read(split, exclude=()):
    with open(f"{DATA}/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    seen, kept = set(exclude), []
    for row in rows:                      # every text once, and none known from before
        if row["text"] not in seen:
            seen.add(row["text"])
            kept.append(row)
    return kept


class TicketDataset(Dataset):
    def __init__(self, rows, vocab):
        self.vocab = vocab
        desks = list(dict.fromkeys(row["desk"] for row in rows))
        self.desk_to_id = {desk: i for i, desk in enumerate(desks)}
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        bag = torch.zeros(len(self.vocab))
        for token in TOKEN.findall(row["text"].lower()):
            if token in self.vocab:
                bag[self.vocab[token]] = 1.0
        return bag, self.desk_to_id[row["desk"]]


def build_vocab(rows, min_count=2):
    counts = Counter(t for row in rows for t in TOKEN.findall(row["text"].lower()))
    kept = sorted(t for t, n in counts.items() if n >= min_count)
    return {t: i for i, t in enumerate(kept)}


def evaluate(model, loader):
    model.eval()
    right = total = 0
    with torch.no_grad():
        for bags, desks in loader:
            right += (model(bags).argmax(dim=-1) == desks).sum().item()
            total += desks.size(0)
    return right / total


def main():
    torch.manual_seed(20)
    train_rows = read("train")
    known = [row["text"] for row in train_rows]
    valid_rows = read("validation", exclude=known)
    test_rows = read("test", exclude=known + [row["text"] for row in valid_rows])

    vocab = build_vocab(train_rows)
    train_set = TicketDataset(train_rows, vocab)
    valid_set = TicketDataset(valid_rows, vocab)
    test_set = TicketDataset(test_rows, vocab)
    print(len(train_set), len(valid_set), len(test_set), "tickets,", len(vocab), "words")

    train_loader = DataLoader(train_set, batch_size=16, shuffle=True)
    valid_loader = DataLoader(valid_set, batch_size=64)
    test_loader = DataLoader(test_set, batch_size=64)

    model = nn.Sequential(
        nn.Linear(len(vocab), 64),
        nn.ReLU(),
        nn.Dropout(0.3),
        nn.Linear(64, len(train_set.desk_to_id)),
    )
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)

    for epoch in range(15):
        model.train()
        total = 0.0
        for bags, desks in train_loader:
            optimizer.zero_grad()
            loss = loss_fn(model(bags), desks)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(desks)
        print(f"epoch {epoch + 1:2d}  train loss {total / len(train_set):.3f}"
              f"  valid acc {evaluate(model, valid_loader):.3f}")

    print(f"test acc {evaluate(model, test_loader):.3f}")


if __name__ == "__main__":
    main()
