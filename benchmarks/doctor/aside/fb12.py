"""Ticket router: word embeddings, masked mean, one hidden layer."""
import json
from collections import Counter

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

PAD, UNK = 0, 1


def read(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


class Vocabulary:
    def __init__(self, texts, min_count=1):
        counts = Counter(word for text in texts for word in text.lower().split())
        words = sorted(w for w, c in counts.items() if c >= min_count)
        self.index = {word: i + 2 for i, word in enumerate(words)}   # 0 = padding, 1 = unknown

    def __len__(self):
        return len(self.index)

    def encode(self, text):
        return torch.tensor([self.index.get(w, UNK) for w in text.lower().split()])


class Router(nn.Module):
    def __init__(self, vocab_size, n_desks, dim=48):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.mlp = nn.Sequential(nn.Linear(dim, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, n_desks))

    def forward(self, ids):
        mask = (ids != PAD).unsqueeze(-1)
        mean = (self.emb(ids) * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)
        return self.mlp(mean)


torch.manual_seed(0)
train_rows, val_rows = read("train"), read("validation")
known = {row["text"] for row in train_rows}
val_rows = [row for row in val_rows if row["text"] not in known]

vocab = Vocabulary(row["text"] for row in train_rows)
n_desks = 1 + max(row["desk_id"] for row in train_rows)


def collate(rows):
    ids = pad_sequence([vocab.encode(r["text"]) for r in rows], batch_first=True, padding_value=PAD)
    return ids, torch.tensor([r["desk_id"] for r in rows])


train_loader = DataLoader(train_rows, batch_size=32, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_rows, batch_size=64, collate_fn=collate)

router = Router(len(vocab), n_desks)
opt = torch.optim.Adam(router.parameters(), lr=3e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(15):
    router.train()
    for ids, desk in train_loader:
        opt.zero_grad()
        loss = loss_fn(router(ids), desk)
        loss.backward()
        opt.step()

    router.eval()
    hits = 0
    with torch.no_grad():
        for ids, desk in val_loader:
            hits += (router(ids).argmax(-1) == desk).sum().item()
    print(f"epoch {epoch + 1}: validation accuracy {hits / len(val_rows):.3f}")
