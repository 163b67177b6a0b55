"""Which kind of sentence is it? A small Transformer encoder on padded sequences of different length."""
import os
import random

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

PAD, CLS = 0, 1
VOCAB = 62           # 2..61 are words, 20 for each kind
KINDS = 3
MAX_LEN = 24


class KindDataset(Dataset):
    def __init__(self, n, seed):
        rng = random.Random(seed)
        self.rows = []
        for _ in range(n):
            kind = rng.randrange(KINDS)
            length = rng.randint(5, 20)
            words = []
            for _ in range(length):
                source = kind if rng.random() < 0.6 else rng.randrange(KINDS)
                words.append(2 + 20 * source + rng.randrange(20))
            self.rows.append((words, kind))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def collate(rows):
    ids = torch.full((len(rows), MAX_LEN), PAD, dtype=torch.long)
    for i, (words, _) in enumerate(rows):
        ids[i, 0] = CLS
        ids[i, 1:1 + len(words)] = torch.tensor(words)
    mask = ids != PAD
    return ids, mask, torch.tensor([kind for _, kind in rows])


class Encoder(nn.Module):
    def __init__(self, dim=48):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, dim, padding_idx=PAD)
        self.pos = nn.Embedding(MAX_LEN, dim)
        layer = nn.TransformerEncoderLayer(dim, nhead=4, dim_feedforward=96, dropout=0.1, batch_first=True)
        self.enc = nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False)
        self.out = nn.Linear(dim, KINDS)

    def forward(self, ids, mask):
        x = self.tok(ids) + self.pos(torch.arange(ids.size(1), device=ids.device))
        x = self.enc(x, src_key_padding_mask=mask)
        return self.out(x[:, 0])


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    right = total = 0
    for ids, mask, y in loader:
        right += (model(ids, mask).argmax(-1) == y).sum().item()
        total += len(y)
    return right / total


def main():
    torch.manual_seed(0)
    os.makedirs("out/ij04", exist_ok=True)
    train = DataLoader(KindDataset(2000, seed=1), batch_size=64, shuffle=True, collate_fn=collate)
    valid = DataLoader(KindDataset(500, seed=2), batch_size=128, collate_fn=collate)

    model = Encoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(8):
        model.train()
        total = 0.0
        for ids, mask, y in train:
            optimizer.zero_grad()
            loss = loss_fn(model(ids, mask), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch + 1}: train loss {total / len(train):.3f}, valid accuracy {accuracy(model, valid):.3f}")
    torch.save(model.state_dict(), "out/ij04/encoder.pt")


if __name__ == "__main__":
    main()
