"""Own pre-norm transformer blocks that sort eight digits; warm-up and cosine per step through LambdaLR.

The parts are split by *multiset*: no validation or test row is a permutation of a training row.
"""
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

LENGTH, VOCAB, BATCH, EPOCHS, WARMUP = 8, 10, 128, 6, 100


def make_split(seed=0, n=16000):
    rng = np.random.default_rng(seed)
    rows = np.unique(rng.integers(0, VOCAB, size=(n, LENGTH)), axis=0)
    targets = np.sort(rows, axis=1)
    _, group = np.unique(targets, axis=0, return_inverse=True)
    group = group.reshape(-1)
    fate = rng.random(group.max() + 1)[group]  # one number per multiset
    masks = (fate < 0.8, (fate >= 0.8) & (fate < 0.9), fate >= 0.9)
    return [(torch.from_numpy(rows[m]), torch.from_numpy(targets[m])) for m in masks]


class SelfAttention(nn.Module):
    def __init__(self, dim, heads, drop):
        super().__init__()
        self.heads, self.drop = heads, drop
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        # not causal: the smallest digit may well be the last one
        y = F.scaled_dot_product_attention(q, k, v, dropout_p=self.drop if self.training else 0.0)
        return self.proj(y.transpose(1, 2).reshape(b, t, d))


class Block(nn.Module):
    def __init__(self, dim, heads, drop):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attn = SelfAttention(dim, heads, drop)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim), nn.Dropout(drop))

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class Sorter(nn.Module):
    def __init__(self, dim=64, heads=4, depth=2, drop=0.0):
        super().__init__()
        self.tok = nn.Embedding(VOCAB, dim)
        self.pos = nn.Parameter(torch.randn(LENGTH, dim) * 0.02)
        self.blocks = nn.Sequential(*(Block(dim, heads, drop) for _ in range(depth)))
        self.norm = nn.LayerNorm(dim)
        self.out = nn.Linear(dim, VOCAB)

    def forward(self, ids):
        return self.out(self.norm(self.blocks(self.tok(ids) + self.pos)))


def param_groups(model, weight_decay):
    matrices = [p for m in model.modules() if isinstance(m, nn.Linear) for p in [m.weight]]
    known = {id(p) for p in matrices}
    rest = [p for p in model.parameters() if id(p) not in known]
    return [{"params": matrices, "weight_decay": weight_decay}, {"params": rest, "weight_decay": 0.0}]


@torch.inference_mode()
def score(model, data):
    model.eval()
    hits = torch.cat([model(x).argmax(-1) == y for x, y in zip(data[0].split(500), data[1].split(500))])
    return hits.float().mean().item(), hits.all(dim=1).float().mean().item()


def main():
    torch.manual_seed(0)
    torch.set_num_threads(2)
    train, val, test = make_split()
    print("rows:", [len(part[0]) for part in (train, val, test)])
    model = Sorter()
    optimizer = torch.optim.AdamW(param_groups(model, 0.01), lr=2e-3, betas=(0.9, 0.98))
    total = EPOCHS * math.ceil(len(train[0]) / BATCH)

    def factor(step):
        if step < WARMUP:
            return (step + 1) / WARMUP
        return 0.5 * (1 + math.cos(math.pi * (step - WARMUP) / (total - WARMUP)))

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
    best, kept = -1.0, None
    for epoch in range(EPOCHS):
        model.train()
        for idx in torch.randperm(len(train[0])).split(BATCH):
            logits = model(train[0][idx])
            loss = F.cross_entropy(logits.flatten(0, 1), train[1][idx].flatten())
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
        per_digit, whole = score(model, val)
        if per_digit > best:
            best, kept = per_digit, {k: v.clone() for k, v in model.state_dict().items()}
        print(f"epoch {epoch:2d} last loss {loss.item():.3f} val digits {per_digit:.3f} rows {whole:.3f}")

    model.load_state_dict(kept)
    per_digit, whole = score(model, test)
    constant = train[1].mode(dim=0).values  # the most frequent digit at every place of the answer
    print(f"test digits {per_digit:.3f} rows {whole:.3f}; constant answer {(test[1] == constant).float().mean():.3f}")


if __name__ == "__main__":
    main()
