"""Character-level transformer language model on recipe-like lines; bits per character and samples."""
import json
import math
from collections import Counter

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def text(split):
    return "".join(f"{r['prompt']} = {r['steps']}\n" for r in map(json.loads, open(f"data/steps/{split}.jsonl")))


train_text, test_text = text("train"), text("test")
chars = sorted(set(train_text))
stoi = {c: i for i, c in enumerate(chars)}
encode = lambda s: torch.tensor([stoi[c] for c in s])
train_ids, test_ids = encode(train_text), encode(test_text)

BLOCK, DIM, HEADS, LAYERS = 64, 64, 4, 2


class CharLM(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, DIM), nn.Embedding(BLOCK, DIM)
        layer = nn.TransformerEncoderLayer(DIM, HEADS, 4 * DIM, dropout=0.1, batch_first=True, norm_first=True, activation="gelu")
        self.blocks = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(DIM)
        self.head = nn.Linear(DIM, vocab, bias=False)
        nn.init.normal_(self.tok.weight, std=0.05)
        nn.init.normal_(self.pos.weight, std=0.05)
        self.head.weight = self.tok.weight

    def forward(self, x):
        n = x.shape[1]
        mask = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)      # True = not visible
        h = self.tok(x) + self.pos(torch.arange(n))
        return self.head(self.norm(self.blocks(h, mask=mask, is_causal=True)))


def get_batch(ids, size=24):
    starts = torch.randint(len(ids) - BLOCK, (size,)).tolist()
    x = torch.stack([ids[s:s + BLOCK] for s in starts])
    y = torch.stack([ids[s + 1:s + BLOCK + 1] for s in starts])
    return x, y


@torch.no_grad()
def bits(ids):
    model.eval()
    nll = n = 0
    for s in range(0, len(ids) - 1, BLOCK):
        y = ids[s + 1:s + BLOCK + 1]
        x = ids[s:s + len(y)]
        nll += F.cross_entropy(model(x[None])[0], y, reduction="sum").item()
        n += len(y)
    return nll / n / math.log(2)


model = CharLM(len(chars))
opt = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95), weight_decay=0.05)
STEPS = 600
for step in range(STEPS):
    lr = 3e-3 * min(1, (step + 1) / 50) * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * step / STEPS)))
    for g in opt.param_groups:
        g["lr"] = lr
    model.train()
    x, y = get_batch(train_ids)
    loss = F.cross_entropy(model(x).view(-1, len(chars)), y.view(-1))
    opt.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    if step % 150 == 0 or step == STEPS - 1:
        print(f"step {step} loss {loss.item():.3f} test bits/char {bits(test_ids):.3f}")

count = Counter(train_text)
unigram = -sum(math.log2(count[c] / len(train_text)) for c in test_text) / len(test_text)
print(f"unigram model: {unigram:.3f} bits/char")

model.eval()
ctx = encode("glue at home : ")[None]
with torch.no_grad():
    for _ in range(60):
        p = F.softmax(model(ctx[:, -BLOCK:])[:, -1] / 0.7, -1)
        ctx = torch.cat([ctx, torch.multinomial(p, 1)], 1)
print("".join(chars[i] for i in ctx[0]))
