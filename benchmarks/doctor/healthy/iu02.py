# Small GRU: is this string of brackets balanced? Variable lengths, packed.
import argparse, random
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence

ap = argparse.ArgumentParser()
ap.add_argument("--train", type=int, default=6000)
ap.add_argument("--valid", type=int, default=1000)
ap.add_argument("--hidden", type=int, default=48)
ap.add_argument("--epochs", type=int, default=12)
ap.add_argument("--bs", type=int, default=64)
ap.add_argument("--lr", type=float, default=4e-3)
ap.add_argument("--clip", type=float, default=1.0)
ap.add_argument("--seed", type=int, default=11)
args = ap.parse_args()

rng = random.Random(args.seed)
torch.manual_seed(args.seed)


def balanced(n):
    s, depth = [], 0
    for left in range(n, 0, -1):
        opening = depth == 0 or (depth < left and rng.random() < 0.5)
        s.append("(" if opening else ")")
        depth += 1 if opening else -1
    return "".join(s)


def is_balanced(s):
    d = 0
    for c in s:
        d += 1 if c == "(" else -1
        if d < 0:
            return False
    return d == 0


def sample():
    s = balanced(2 * rng.randint(4, 12))
    if rng.random() < 0.5:
        i = rng.randrange(len(s))
        s = s[:i] + (")" if s[i] == "(" else "(") + s[i + 1:]
    return s


pool = set()
while len(pool) < args.train + args.valid:
    pool.add(sample())
pool = sorted(pool)
rng.shuffle(pool)
data = [(torch.tensor([1 + "()".index(c) for c in s]), float(is_balanced(s))) for s in pool]
train, valid = data[:args.train], data[args.train:]


def collate(rows):
    xs, ys = zip(*rows)
    return pad_sequence(xs, batch_first=True), torch.tensor([len(x) for x in xs]), torch.tensor(ys)


class Judge(nn.Module):
    def __init__(self, h):
        super().__init__()
        self.emb = nn.Embedding(3, 8, padding_idx=0)
        self.gru = nn.GRU(8, h, batch_first=True)
        self.out = nn.Linear(h, 1)

    def forward(self, x, n):
        packed = pack_padded_sequence(self.emb(x), n, batch_first=True, enforce_sorted=False)
        _, last = self.gru(packed)
        return self.out(last[-1]).squeeze(-1)


load = lambda d, s: torch.utils.data.DataLoader(d, args.bs, shuffle=s, collate_fn=collate)
model, loss_fn = Judge(args.hidden), nn.BCEWithLogitsLoss()
opt = torch.optim.Adam(model.parameters(), lr=args.lr)
for ep in range(args.epochs):
    model.train()
    for x, n, y in load(train, True):
        loss = loss_fn(model(x, n), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), args.clip)
        opt.step()
    model.eval()
    with torch.no_grad():
        ok = sum(((model(x, n) > 0).float() == y).sum().item() for x, n, y in load(valid, False))
    print(f"{ep + 1}: valid acc {ok / len(valid):.3f} (share balanced {sum(y for _, y in valid) / len(valid):.3f})")
