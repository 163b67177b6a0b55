"""Bag of words router for support tickets (plain PyTorch)."""
from collections import Counter
from pathlib import Path

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader

DATA = Path("data/tickets")
torch.manual_seed(1)


def read(split):
    frame = pd.read_json(DATA / f"{split}.jsonl", lines=True)
    frame["label"], names = pd.factorize(frame["desk"])
    return frame, list(names)


def build_vocab(texts):
    counts = Counter(w for t in texts for w in t.split())
    return {w: i for i, w in enumerate(["<unk>"] + sorted(counts))}


class Router(nn.Module):
    def __init__(self, n_words, n_desks, dim=48):
        super().__init__()
        self.bag = nn.EmbeddingBag(n_words, dim, mode="mean")
        self.head = nn.Sequential(nn.Linear(dim, 64), nn.ReLU(), nn.Linear(64, n_desks))

    def forward(self, words, offsets):
        return self.head(self.bag(words, offsets))


def collate_with(vocab):
    def collate(rows):
        words, offsets, labels = [], [], []
        for text, label in rows:
            offsets.append(len(words))
            words.extend(vocab.get(w, 0) for w in text.split())
            labels.append(label)
        return torch.tensor(words), torch.tensor(offsets), torch.tensor(labels)
    return collate


def loader(frame, vocab, shuffle):
    rows = list(zip(frame["text"], frame["label"].tolist()))
    return DataLoader(rows, batch_size=32, shuffle=shuffle, collate_fn=collate_with(vocab))


@torch.no_grad()
def accuracy(model, batches):
    model.eval()
    hits = total = 0
    for words, offsets, labels in batches:
        hits += (model(words, offsets).argmax(1) == labels).sum().item()
        total += len(labels)
    return hits / total


train, desks = read("train")
valid, _ = read("validation")
test, _ = read("test")
vocab = build_vocab(train["text"])

train_loader = loader(train, vocab, shuffle=True)
valid_loader = loader(valid, vocab, shuffle=False)
test_loader = loader(test, vocab, shuffle=False)

model = Router(len(vocab), len(desks))
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(1, 21):
    model.train()
    for words, offsets, labels in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(words, offsets), labels)
        loss.backward()
        optimizer.step()
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  train {accuracy(model, train_loader):.3f}  "
              f"valid {accuracy(model, valid_loader):.3f}")

print(f"test accuracy {accuracy(model, test_loader):.3f}  desks {desks}")
