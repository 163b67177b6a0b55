"""Word tagger: BiLSTM over learned word embeddings (data/tags)."""
import json
import random
from collections import Counter

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

torch.manual_seed(1)
random.seed(1)
PAD, UNK = 0, 1
N_TAGS = 4


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


train_rows, val_rows = read("train"), read("validation")

counts = Counter(w for row in train_rows for w in row["words"])
word2id = {}
for w, n in counts.most_common():
    if n > 1:                                  # words seen once count as unknown
        word2id[w] = len(word2id) + 2          # 0 = padding, 1 = unknown


def encode(row):
    ids = [word2id.get(w, UNK) for w in row["words"]]
    return torch.tensor(ids), torch.tensor(row["tags"])


def collate(batch):
    xs, ys = zip(*batch)
    return (pad_sequence(xs, batch_first=True, padding_value=PAD),
            pad_sequence(ys, batch_first=True, padding_value=-100))


class Tagger(nn.Module):
    def __init__(self, vocab_size, dim=48, hidden=64):
        super().__init__()
        self.emb = nn.Embedding(vocab_size, dim, padding_idx=PAD)
        self.drop = nn.Dropout(0.2)
        self.rnn = nn.LSTM(dim, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, N_TAGS)

    def forward(self, x):
        h, _ = self.rnn(self.drop(self.emb(x)))
        return self.out(self.drop(h))


train_dl = DataLoader([encode(r) for r in train_rows], batch_size=32, shuffle=True, collate_fn=collate)
val_dl = DataLoader([encode(r) for r in val_rows], batch_size=64, collate_fn=collate)

model = Tagger(len(word2id))
loss_fn = nn.CrossEntropyLoss(ignore_index=-100)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)

for epoch in range(8):
    model.train()
    total = 0.0
    for x, y in train_dl:
        opt.zero_grad()
        logits = model(x)
        loss = loss_fn(logits.reshape(-1, N_TAGS), y.reshape(-1))
        loss.backward()
        opt.step()
        total += loss.item()

    model.eval()
    good = seen = 0
    with torch.no_grad():
        for x, y in val_dl:
            pred = model(x).argmax(-1)
            keep = y != -100
            good += (pred[keep] == y[keep]).sum().item()
            seen += keep.sum().item()
    print(f"epoch {epoch}: loss {total / len(train_dl):.4f}  val token accuracy {good / seen:.4f}")
