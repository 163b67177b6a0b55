"""A character-level Transformer that invents place names. Homework 6, language models."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

STARTS = ["al", "bren", "car", "dor", "el", "fen", "gal", "har", "il", "kel", "lan", "mor", "nor", "ost", "pel", "ras"]
MIDDLES = ["", "a", "e", "in", "or", "an", "is", "o"]
ENDS = ["dale", "ford", "ham", "mouth", "stead", "ton", "wick", "worth", "field", "bury"]
BOS, PAD = 0, 1              # BOS also ends a name


def all_names():
    """Every name once, in a random order: the splits can have no name in common."""
    names = sorted({s + m + e for s in STARTS for m in MIDDLES for e in ENDS})
    g = torch.Generator().manual_seed(0)
    return [names[i] for i in torch.randperm(len(names), generator=g).tolist()]


class NameModel(nn.Module):
    def __init__(self, n_chars, block, dim=64, heads=4, layers=2, dropout=0.1):
        super().__init__()
        self.block = block
        self.tok = nn.Embedding(n_chars, dim)
        self.pos = nn.Embedding(block, dim)
        layer = nn.TransformerEncoderLayer(dim, heads, 4 * dim, dropout=dropout, activation="gelu",
                                           batch_first=True, norm_first=True)
        self.body = nn.TransformerEncoder(layer, layers, norm=nn.LayerNorm(dim), enable_nested_tensor=False)
        self.head = nn.Linear(dim, n_chars)

    def forward(self, ids):
        t = ids.size(1)
        x = self.tok(ids) + self.pos(torch.arange(t, device=ids.device))
        causal = torch.triu(torch.ones(t, t, dtype=torch.bool, device=ids.device), diagonal=1)
        # padding stands on the right only, so the causal mask already hides it from every real position
        return self.head(self.body(x, mask=causal, is_causal=True))


def encode(names, stoi, block):
    ids = torch.full((len(names), block + 1), PAD)
    for i, name in enumerate(names):
        row = [BOS] + [stoi[c] for c in name] + [BOS]
        ids[i, :len(row)] = torch.tensor(row)
    return ids


def nll(model, ids, reduction="mean"):
    logits = model(ids[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), ignore_index=PAD, reduction=reduction)


@torch.no_grad()
def perplexity(model, ids):
    model.eval()
    total = sum(nll(model, part, "sum").item() for part in ids.split(128))
    return math.exp(total / (ids[:, 1:] != PAD).sum().item())


@torch.no_grad()
def sample(model, itos, n, temperature=0.8):
    model.eval()
    out = []
    for _ in range(n):
        ids = torch.tensor([[BOS]])
        while ids.size(1) < model.block:
            logits = model(ids)[0, -1] / temperature
            logits[PAD] = -float("inf")
            nxt = torch.multinomial(F.softmax(logits, dim=-1), 1)
            if nxt.item() == BOS:
                break
            ids = torch.cat([ids, nxt[None]], dim=1)
        out.append("".join(itos[i] for i in ids[0, 1:].tolist()))
    return out


def main(epochs=15, batch=32, peak=3e-3):
    torch.manual_seed(1)
    names = all_names()
    a, b = int(0.8 * len(names)), int(0.9 * len(names))
    chars = sorted(set("".join(names[:a])))
    stoi = {c: i + 2 for i, c in enumerate(chars)}
    itos = {i: c for c, i in stoi.items()}
    block = max(map(len, names)) + 1
    train, val, test = (encode(part, stoi, block) for part in (names[:a], names[a:b], names[b:]))
    print(f"{len(train)} / {len(val)} / {len(test)} names, {len(chars)} letters, block {block}")

    model = NameModel(len(chars) + 2, block)
    opt = torch.optim.AdamW(model.parameters(), lr=peak, weight_decay=0.01)
    steps = epochs * math.ceil(len(train) / batch)
    warm = steps // 10
    sched = torch.optim.lr_scheduler.LambdaLR(
        opt, lambda s: (s + 1) / warm if s < warm else 0.5 * (1 + math.cos(math.pi * (s - warm) / (steps - warm))))

    for epoch in range(epochs):
        model.train()
        losses = []
        for rows in torch.randperm(len(train)).split(batch):
            opt.zero_grad()
            loss = nll(model, train[rows])
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1:2d}  train loss {sum(losses) / len(losses):.3f}  val ppl {perplexity(model, val):.2f}")

    print(f"test perplexity {perplexity(model, test):.2f} (uniform {len(chars) + 1})")
    known = set(names[:a])
    for name in sample(model, itos, 8):
        print(f"  {name}{'' if name in known else '  (new)'}")


if __name__ == "__main__":
    main()
