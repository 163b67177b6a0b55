import random

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

# A toy for sequence classification: one of four signal tokens is hidden somewhere in noise.
PAD, CLS = 0, 1
SIGNALS = [2, 3, 4, 5]
NOISE = range(6, 40)
MAX_LEN = 24
VOCAB = 40


class Signals(Dataset):
    def __init__(self, n, seed):
        rng = random.Random(seed)
        self.rows = []
        for _ in range(n):
            label = rng.randrange(4)
            body = [rng.choice(NOISE) for _ in range(rng.randint(6, 20))]
            body[rng.randrange(len(body))] = SIGNALS[label]
            ids = [CLS] + body
            self.rows.append((ids + [PAD] * (MAX_LEN - len(ids)), label))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        ids, label = self.rows[i]
        return torch.tensor(ids), label


class TinyEncoder(nn.Module):
    def __init__(self, d=48, heads=4, layers=2):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, d, padding_idx=PAD)
        self.pos = nn.Embedding(MAX_LEN, d)
        block = nn.TransformerEncoderLayer(d, heads, dim_feedforward=96, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(block, num_layers=layers, enable_nested_tensor=False)
        self.cls = nn.Linear(d, 4)

    def forward(self, ids):
        positions = torch.arange(ids.size(1), device=ids.device)
        h = self.tok(ids) + self.pos(positions)
        mask = ids != PAD
        h = self.encoder(h, src_key_padding_mask=mask)
        return self.cls(h[:, 0])


def accuracy(model, loader):
    model.eval()
    hit = tot = 0
    with torch.no_grad():
        for ids, label in loader:
            hit += (model(ids).argmax(-1) == label).sum().item()
            tot += label.numel()
    return hit / tot


def train():
    torch.manual_seed(0)
    torch.set_num_threads(2)
    train_dl = DataLoader(Signals(3000, seed=1), batch_size=64, shuffle=True)
    val_dl = DataLoader(Signals(600, seed=2), batch_size=200)

    model = TinyEncoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    ce = nn.CrossEntropyLoss()

    for epoch in range(12):
        model.train()
        running = 0.0
        for ids, label in train_dl:
            optimizer.zero_grad(set_to_none=True)
            loss = ce(model(ids), label)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            running += loss.item()
        print(f"epoch {epoch}: loss {running / len(train_dl):.4f}, val acc {accuracy(model, val_dl):.3f}")


if __name__ == "__main__":
    train()
