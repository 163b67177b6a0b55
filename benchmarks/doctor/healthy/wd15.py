"""Tiny decoder-only transformer on strings of a second-order Markov chain.

What counts is nats per symbol on unseen text; the chain's true cost is known, and so is that of the symbol frequencies.
"""
import math
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

V, BLOCK, WIDTH, HEADS, DEPTH = 8, 32, 48, 4, 2
STEPS, BATCH, LR = 800, 32, 3e-3


def chain(rng, table, n):
    """One text of n symbols; also -log p of every symbol given the two before."""
    s = np.empty(n, dtype=np.int64)
    s[:2] = rng.integers(0, V, 2)
    for i in range(2, n):
        s[i] = rng.choice(V, p=table[s[i - 2], s[i - 1]])
    return s, -np.log(table[s[:-2], s[1:-1], s[2:]])


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.proj = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = (z.view(b, t, HEADS, d // HEADS).transpose(1, 2) for z in self.qkv(self.n1(x)).chunk(3, dim=-1))
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(a.transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(self.n2(x))


class LM(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok, self.pos = nn.Embedding(V, WIDTH), nn.Embedding(BLOCK, WIDTH)
        self.blocks = nn.Sequential(*[Block() for _ in range(DEPTH)])
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, V)

    def forward(self, ids):
        x = self.tok(ids) + self.pos(torch.arange(ids.shape[1], device=ids.device))
        return self.out(self.norm(self.blocks(x)))


@torch.no_grad()
def cost(model, text):
    model.eval()
    n = (len(text) - 1) // BLOCK
    x = text[:n * BLOCK].view(n, BLOCK)
    y = text[1:n * BLOCK + 1].view(n, BLOCK)
    return F.cross_entropy(model(x).flatten(0, 1), y.flatten()).item()


def main():
    torch.manual_seed(6)
    rng = np.random.default_rng(6)
    table = rng.dirichlet(np.full(V, 0.3), size=(V, V)) * 0.95 + 0.05 / V
    texts = [chain(rng, table, n) for n in (30000, 6000, 6000)]      # three separate draws
    train, val, test = (torch.from_numpy(t) for t, _ in texts)

    model = LM()
    opt = torch.optim.AdamW(model.parameters(), lr=LR, betas=(0.9, 0.95), weight_decay=0.05)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=STEPS, eta_min=LR / 20)
    offsets = torch.arange(BLOCK + 1)
    best, state = math.inf, None
    for step in range(1, STEPS + 1):
        model.train()
        start = torch.randint(0, len(train) - BLOCK, (BATCH, 1))
        piece = train[start + offsets]
        loss = F.cross_entropy(model(piece[:, :-1]).flatten(0, 1), piece[:, 1:].flatten())
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 100 == 0:
            v = cost(model, val)
            print(f"step {step:4d} train {loss.item():.4f} val {v:.4f}")
            if v < best:
                best, state = v, {k: p.clone() for k, p in model.state_dict().items()}
    model.load_state_dict(state)
    freq = (torch.bincount(train, minlength=V).float() + 1) / (len(train) + V)
    print(f"test {cost(model, test):.4f} nats per symbol; symbol frequencies {-freq.log()[test].mean().item():.4f}; "
          f"the chain itself {texts[2][1].mean():.4f}")
    os.makedirs("out/wd15", exist_ok=True)
    torch.save(state, "out/wd15/lm.pt")


if __name__ == "__main__":
    main()
