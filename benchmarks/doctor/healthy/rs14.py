"""Balanced brackets? A bidirectional GRU over packed sequences of different lengths."""
import argparse
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence

VOCAB = {"(": 1, ")": 2, "[": 3, "]": 4}  # 0 is padding
PAIR = {")": "(", "]": "["}


def good(rng, n):
    """A balanced string of n pairs."""
    if n == 0:
        return ""
    k = rng.randrange(n)
    o, c = rng.choice(["()", "[]"])
    return o + good(rng, k) + c + good(rng, n - 1 - k)


def is_balanced(s):
    stack = []
    for c in s:
        if c in PAIR:
            if not stack or stack.pop() != PAIR[c]:
                return False
        else:
            stack.append(c)
    return not stack


def make(rng, n_rows, taken):
    """Half of the strings are balanced; the others are balanced ones with one character exchanged."""
    rows = []
    while len(rows) < n_rows:
        s = good(rng, rng.randint(5, 9))
        want = len(rows) % 2
        if not want:
            i = rng.randrange(len(s))
            s = s[:i] + rng.choice([c for c in VOCAB if c != s[i]]) + s[i + 1:]
        if s in taken:
            continue
        taken.add(s)
        assert is_balanced(s) == bool(want)
        rows.append((torch.tensor([VOCAB[c] for c in s]), float(want)))
    return rows


class Reader(nn.Module):
    def __init__(self, dim=24, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(len(VOCAB) + 1, dim, padding_idx=0)
        self.rnn = nn.GRU(dim, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Sequential(nn.Linear(2 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.rnn(packed)  # the last real step of each direction, in the order of the batch
        return self.out(torch.cat([h[-2], h[-1]], -1)).squeeze(-1)


def batches(rows, size, rng=None):
    order = list(range(len(rows)))
    if rng:
        rng.shuffle(order)
    for i in range(0, len(order), size):
        part = [rows[j] for j in order[i:i + size]]
        yield pad_sequence([s for s, _ in part], batch_first=True), torch.tensor([len(s) for s, _ in part]), torch.tensor([y for _, y in part])


def evaluate(model, rows):
    model.eval()
    with torch.no_grad():
        return sum(((model(x, n) > 0) == (y > 0.5)).sum().item() for x, n, y in batches(rows, 500)) / len(rows)


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--rows", type=int, default=4000)
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--lr", type=float, default=4e-3)
    a = ap.parse_args()
    rng = random.Random(17)
    torch.manual_seed(17)
    taken = set()
    train, val, test = make(rng, a.rows, taken), make(rng, 600, taken), make(rng, 600, taken)
    model = Reader()
    opt = torch.optim.Adam(model.parameters(), lr=a.lr)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="max", factor=0.3, patience=1)
    for epoch in range(a.epochs):
        model.train()
        total = 0.0
        for x, n, y in batches(train, 64, rng):
            loss = nn.functional.binary_cross_entropy_with_logits(model(x, n), y)
            model.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            total += loss.item() * len(y)
        acc = evaluate(model, val)
        plateau.step(acc)
        print(f"epoch {epoch} loss {total / len(train):.4f} val {acc:.3f} lr {opt.param_groups[0]['lr']:.1e}")
    print(f"test accuracy {evaluate(model, test):.3f} on strings not in training (one half are balanced)")
