"""Lab 7: a tiny transformer encoder.

Every sequence contains exactly one of three "topic" tokens somewhere among random
filler words; the network has to find it and say which one it was.
"""
import random

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

PAD, CLS = 0, 1
TOPICS = [2, 3, 4]
FIRST_WORD, VOCAB_SIZE = 5, 60
MAX_LEN = 24


def make_example(rng):
    length = rng.randint(6, 20)
    toks = [rng.randrange(FIRST_WORD, VOCAB_SIZE) for _ in range(length)]
    label = rng.randrange(len(TOPICS))
    toks[rng.randrange(length)] = TOPICS[label]
    return [CLS] + toks, label


def collate(batch):
    seqs = [torch.tensor(s) for s, _ in batch]
    x = pad_sequence(seqs, batch_first=True, padding_value=PAD)
    # always the same width, the positional embedding likes it
    x = nn.functional.pad(x, (0, MAX_LEN - x.size(1)), value=PAD)
    y = torch.tensor([l for _, l in batch])
    return x, y


class TinyTransformer(nn.Module):
    def __init__(self, d_model=32, n_heads=4, n_layers=2, n_classes=3):
        super().__init__()
        self.tok = nn.Embedding(VOCAB_SIZE, d_model, padding_idx=PAD)
        self.pos = nn.Embedding(MAX_LEN, d_model)
        layer = nn.TransformerEncoderLayer(
            d_model, n_heads, dim_feedforward=64, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, n_layers, enable_nested_tensor=False)
        self.head = nn.Linear(d_model, n_classes)

    def forward(self, x):
        positions = torch.arange(x.size(1), device=x.device)
        h = self.tok(x) + self.pos(positions)
        mask = x != PAD
        h = self.encoder(h, src_key_padding_mask=mask)
        return self.head(h[:, 0])       # classify from the CLS position


@torch.no_grad()
def score(model, loader):
    model.eval()
    hits, n = 0, 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
        n += len(y)
    return hits / n


def run():
    torch.manual_seed(0)
    rng = random.Random(0)
    train = [make_example(rng) for _ in range(2400)]
    val = [make_example(rng) for _ in range(400)]
    test = [make_example(rng) for _ in range(400)]
    train_dl = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
    val_dl = DataLoader(val, batch_size=100, collate_fn=collate)
    test_dl = DataLoader(test, batch_size=100, collate_fn=collate)

    model = TinyTransformer()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(10):
        model.train()
        total = 0.0
        for x, y in train_dl:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(train_dl):.4f}, val acc {score(model, val_dl):.3f}")
    print("test acc:", score(model, test_dl))


if __name__ == "__main__":
    run()
