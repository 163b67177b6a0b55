"""
A small GPT written out by hand (pre-norm blocks, tied embeddings), trained to write five digits backwards:

    3 1 4 1 5 | 5 1 4 1 3

Only the half behind the bar counts for the loss.
"""
import math
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
torch.set_num_threads(2)

N, BAR, VOCAB = 5, 10, 11
IGNORE = -100
ACCUM = 2
EPOCHS = 30


def build_rows(n):
    digits = torch.unique(torch.randint(0, 10, (n + 2000, N)), dim=0)
    digits = digits[torch.randperm(len(digits))[:n]]
    bar = torch.full((n, 1), BAR)
    return torch.cat([digits, bar, digits.flip(1)], dim=1)


def to_dataset(rows):
    x = rows[:, :-1].clone()
    y = rows[:, 1:].clone()
    y[:, :N] = IGNORE                 # nothing to predict before the bar has been read
    return TensorDataset(x, y)


class Attention(nn.Module):
    def __init__(self, d, heads, p):
        super().__init__()
        self.heads, self.p = heads, p
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.proj = nn.Linear(d, d, bias=False)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = (m.view(b, t, self.heads, d // self.heads).transpose(1, 2) for m in self.qkv(x).split(d, dim=-1))
        y = F.scaled_dot_product_attention(q, k, v, dropout_p=self.p if self.training else 0.0, is_causal=True)
        return self.proj(y.transpose(1, 2).reshape(b, t, d))


class Block(nn.Module):
    def __init__(self, d, heads, p):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = Attention(d, heads, p)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d), nn.Dropout(p))

    def forward(self, x):
        x = x + self.attn(self.n1(x))
        return x + self.mlp(self.n2(x))


class GPT(nn.Module):
    def __init__(self, d=64, heads=4, layers=2, p=0.0):
        super().__init__()
        self.wte = nn.Embedding(VOCAB, d)
        self.wpe = nn.Embedding(2 * N + 1, d)
        self.blocks = nn.Sequential(*[Block(d, heads, p) for _ in range(layers)])
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, VOCAB, bias=False)
        nn.init.normal_(self.wte.weight, std=0.02)
        nn.init.normal_(self.wpe.weight, std=0.02)
        self.head.weight = self.wte.weight

    def forward(self, idx):
        h = self.wte(idx) + self.wpe(torch.arange(idx.size(1), device=idx.device))
        return self.head(self.norm(self.blocks(h)))

    @torch.no_grad()
    def complete(self, prompt):
        for _ in range(N):
            prompt = torch.cat([prompt, self(prompt)[:, -1:].argmax(-1)], dim=1)
        return prompt


@torch.no_grad()
def exact_match(model, rows):
    model.eval()
    return (model.complete(rows[:, :N + 1]) == rows).all(dim=1).float().mean().item()


rows = build_rows(9216)
train_rows, valid_rows, test_rows = rows[:8192], rows[8192:8704], rows[8704:]
loader = DataLoader(to_dataset(train_rows), batch_size=64, shuffle=True, drop_last=True)     # 128 batches

model = GPT()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, betas=(0.9, 0.95), weight_decay=0.01)
total, warmup = EPOCHS * len(loader) // ACCUM, 100
scheduler = torch.optim.lr_scheduler.LambdaLR(
    optimizer,
    lambda s: (s + 1) / warmup if s < warmup else 0.5 * (1 + math.cos(math.pi * (s - warmup) / (total - warmup))),
)

os.makedirs("out/db15", exist_ok=True)
for epoch in range(1, EPOCHS + 1):
    model.train()
    shown = 0.0
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten(), ignore_index=IGNORE)
        (loss / ACCUM).backward()
        shown += loss.item()
        if (i + 1) % ACCUM == 0:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  loss {shown / len(loader):.4f}  valid exact {exact_match(model, valid_rows):.3f}")

torch.save(model.state_dict(), "out/db15/gpt.pt")
print("test exact match:", exact_match(model, test_rows))
