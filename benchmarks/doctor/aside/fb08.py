"""A tiny decoder-only transformer on sequences from a random second-order source."""
import math

import torch
from torch import nn
from torch.nn import functional as F

VOCAB, LENGTH, DIM, HEADS, DEPTH = 16, 32, 64, 4, 2


def sample_source(table, n, generator):
    seq = torch.randint(0, VOCAB, (n, 2), generator=generator)
    while seq.size(1) < LENGTH + 1:
        probs = table[seq[:, -2], seq[:, -1]]
        nxt = torch.multinomial(probs, 1, generator=generator)
        seq = torch.cat([seq, nxt], dim=1)
    return seq


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(DIM, 3 * DIM)
        self.proj = nn.Linear(DIM, DIM)

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, HEADS, DIM // HEADS).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-2, -1) / math.sqrt(DIM // HEADS)
        mixed = scores.softmax(dim=-1) @ v
        return self.proj(mixed.transpose(1, 2).reshape(b, t, DIM))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(DIM), nn.LayerNorm(DIM)
        self.attn = Attention()
        self.mlp = nn.Sequential(nn.Linear(DIM, 4 * DIM), nn.GELU(), nn.Linear(4 * DIM, DIM))

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class TinyLM(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, DIM)
        self.pos = nn.Embedding(LENGTH, DIM)
        self.blocks = nn.ModuleList(Block() for _ in range(DEPTH))
        self.norm = nn.LayerNorm(DIM)
        self.lm_head = nn.Linear(DIM, VOCAB)

    def forward(self, ids):
        x = self.tok(ids) + self.pos(torch.arange(ids.size(1), device=ids.device))
        for block in self.blocks:
            x = block(x)
        return self.lm_head(self.norm(x))


def lm_loss(model, seq):
    logits = model(seq[:, :-1])
    return F.cross_entropy(logits.reshape(-1, VOCAB), seq[:, 1:].reshape(-1))


gen = torch.Generator().manual_seed(5)
torch.manual_seed(5)
table = torch.softmax(2.0 * torch.randn(VOCAB, VOCAB, VOCAB, generator=gen), dim=-1)
train_seq = sample_source(table, 4000, gen)
valid_seq = sample_source(table, 400, gen)

model = TinyLM()
opt = torch.optim.AdamW(model.parameters(), lr=2e-3)
epochs = 8
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=2e-3, total_steps=epochs * math.ceil(4000 / 50))

for epoch in range(epochs):
    model.train()
    for idx in torch.randperm(len(train_seq)).split(50):
        loss = lm_loss(model, train_seq[idx])
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
    model.eval()
    with torch.no_grad():
        val = lm_loss(model, valid_seq).item()
    print(f"epoch {epoch + 1}: train {loss.item():.3f}  valid perplexity {math.exp(val):.2f}")

model.eval()
ids = valid_seq[:1, :2]
with torch.no_grad():
    while ids.size(1) < LENGTH:
        probs = model(ids)[:, -1].softmax(-1)
        ids = torch.cat([ids, torch.multinomial(probs, 1)], dim=1)
print("sample:", ids[0].tolist())
