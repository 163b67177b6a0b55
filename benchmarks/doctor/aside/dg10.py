"""Character-level transformer on short reviews (a nanoGPT-like thing, much smaller)."""
import math

import pandas as pd
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1337)

BLOCK = 48
BATCH = 32
WIDTH = 64
HEADS = 4
LAYERS = 2
STEPS = 500

# ---------------------------------------------------------------- data
path = "data/glue/sst2/{}-00000-of-00001.parquet"
train_text = "\n".join(pd.read_parquet(path.format("train")).sentence)
val_text = "\n".join(pd.read_parquet(path.format("validation")).sentence)
chars = sorted(set(train_text + val_text))
stoi = {c: i for i, c in enumerate(chars)}
train_data = torch.tensor([stoi[c] for c in train_text])
val_data = torch.tensor([stoi[c] for c in val_text])


def get_batch(data):
    starts = torch.randint(len(data) - BLOCK - 1, (BATCH,))
    x = torch.stack([data[s : s + BLOCK] for s in starts])
    y = torch.stack([data[s + 1 : s + BLOCK + 1] for s in starts])
    return x, y


# ---------------------------------------------------------------- model
class CausalSelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.proj = nn.Linear(WIDTH, WIDTH)
        self.register_buffer("mask", torch.tril(torch.ones(BLOCK, BLOCK), diagonal=1).bool())

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).split(WIDTH, dim=2)
        q, k, v = (z.view(b, t, HEADS, c // HEADS).transpose(1, 2) for z in (q, k, v))
        att = q @ k.transpose(-2, -1) / math.sqrt(c // HEADS)
        att = att.masked_fill(~self.mask[:t, :t], float("-inf")).softmax(dim=-1)
        return self.proj((att @ v).transpose(1, 2).reshape(b, t, c))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.attn = CausalSelfAttention()
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class CharModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(len(chars), WIDTH)
        self.pos = nn.Embedding(BLOCK, WIDTH)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        self.ln = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, len(chars))

    def forward(self, idx):
        x = self.tok(idx) + self.pos(torch.arange(idx.shape[1]))
        return self.head(self.ln(self.blocks(x)))


@torch.no_grad()
def estimate(model, data, n=20):
    model.eval()
    total = 0.0
    for _ in range(n):
        x, y = get_batch(data)
        total += F.cross_entropy(model(x).flatten(0, 1), y.flatten()).item()
    model.train()
    return total / n


@torch.no_grad()
def sample(model, length=150):
    model.eval()
    idx = torch.tensor([[stoi["\n"]]])
    for _ in range(length):
        probs = model(idx[:, -BLOCK:])[:, -1].softmax(-1)
        idx = torch.cat([idx, torch.multinomial(probs, 1)], dim=1)
    return "".join(chars[i] for i in idx[0].tolist())


model = CharModel()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
for step in range(1, STEPS + 1):
    x, y = get_batch(train_data)
    loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 100 == 0:
        print(f"step {step}: train {estimate(model, train_data):.3f} val {estimate(model, val_data):.3f}")

print(sample(model))
