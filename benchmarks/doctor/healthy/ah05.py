import json
import random

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset

random.seed(1)
torch.manual_seed(1)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class TagData(Dataset):
    def __init__(self, rows, vocab):
        self.rows = rows
        self.vocab = vocab

    def __len__(self):
        return len(self.rows)

    def chars(self, w):
        return [self.vocab.get(c, 1) for c in w[-4:].rjust(4, "_")]

    def __getitem__(self, i):
        r = self.rows[i]
        x = torch.tensor([self.chars(w) for w in r["words"]])
        y = torch.tensor(r["tags"])
        return x, y


def collate(batch):
    xs, ys = zip(*batch)
    x = pad_sequence(xs, batch_first=True, padding_value=0)
    y = pad_sequence(ys, batch_first=True, padding_value=-100)
    return x, y


class Tagger(nn.Module):
    def __init__(self, n_chars, n_tags, emb=16, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(n_chars, emb, padding_idx=0)
        self.lstm = nn.LSTM(4 * emb, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, n_tags)

    def forward(self, x):
        e = self.emb(x).flatten(2)          # (batch, words, 4 * emb)
        h, _ = self.lstm(e)
        return self.out(h)


train_rows, valid_rows = read("train"), read("validation")
letters = sorted({c for r in train_rows for w in r["words"] for c in w} | {"_"})
vocab = {c: i + 2 for i, c in enumerate(letters)}

train_dl = DataLoader(TagData(train_rows, vocab), batch_size=24, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(TagData(valid_rows, vocab), batch_size=48, collate_fn=collate)

model = Tagger(len(vocab) + 2, 4)
criterion = nn.CrossEntropyLoss(ignore_index=-100)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(10):
    model.train()
    running = 0.0
    for x, y in train_dl:
        optimizer.zero_grad()
        logits = model(x)
        loss = criterion(logits.permute(0, 2, 1), y)
        loss.backward()
        optimizer.step()
        running += loss.item()

    model.eval()
    right = total = 0
    with torch.no_grad():
        for x, y in valid_dl:
            guess = model(x).argmax(-1)
            mask = y > 0
            right += (guess[mask] == y[mask]).sum().item()
            total += mask.sum().item()
    print(f"epoch {epoch + 1:2d}  train loss {running / len(train_dl):.4f}  entity accuracy {right / total:.3f}")
