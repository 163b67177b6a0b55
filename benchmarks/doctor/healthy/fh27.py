"""Label every step of a sequence with the state of a switch; packed LSTM, gradients gathered over four small batches.

The loss of a gathered step is the mean over all its symbols, however they fall on the small batches.
"""
import itertools
import random

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

ON, OFF, SYMBOLS, IGNORE = 1, 2, 10, -100  # symbol 0 is padding
GATHER, EPOCHS, BATCH = 4, 12, 16


def sequence(rng):
    n = rng.randint(5, 30)
    symbols, states, state = [], [], 0
    for _ in range(n):
        s = rng.randint(1, SYMBOLS - 1)
        state = 1 if s == ON else 0 if s == OFF else state
        symbols.append(s)
        states.append(state)
    return torch.tensor(symbols), torch.tensor(states)


def collate(rows):
    xs, ys = zip(*rows)
    lengths = torch.tensor([len(x) for x in xs])
    return pad_sequence(xs, batch_first=True), lengths, pad_sequence(ys, batch_first=True, padding_value=IGNORE)


class SwitchNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(SYMBOLS, 16, padding_idx=0)
        self.rnn = nn.LSTM(16, 32, batch_first=True)
        self.out = nn.Linear(32, 2)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        h, _ = pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=x.size(1))
        return self.out(h)


rng = random.Random(3)
torch.manual_seed(3)
pool, seen = [], set()
while len(pool) < 2600:
    x, y = sequence(rng)
    if tuple(x.tolist()) not in seen:  # no sequence twice
        seen.add(tuple(x.tolist()))
        pool.append((x, y))
train = DataLoader(pool[:2000], batch_size=BATCH, shuffle=True, collate_fn=collate)
val = DataLoader(pool[2000:2300], batch_size=100, collate_fn=collate)
test = DataLoader(pool[2300:], batch_size=100, collate_fn=collate)

net = SwitchNet()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
updates = EPOCHS * -(-len(train) // GATHER)
sched = torch.optim.lr_scheduler.PolynomialLR(opt, total_iters=updates, power=1.0)
summed = nn.CrossEntropyLoss(ignore_index=IGNORE, reduction="sum")


def accuracy(loader):
    net.eval()
    hits = n = 0
    with torch.no_grad():
        for x, lengths, y in loader:
            keep = y != IGNORE
            hits += (net(x, lengths).argmax(-1)[keep] == y[keep]).sum().item()
            n += keep.sum().item()
    return hits / n


for epoch in range(EPOCHS):
    net.train()
    stream, total, symbols = iter(train), 0.0, 0
    while group := list(itertools.islice(stream, GATHER)):  # the last group of an epoch may be a short one
        n = sum(int((y != IGNORE).sum()) for _, _, y in group)
        opt.zero_grad()
        for x, lengths, y in group:
            loss = summed(net(x, lengths).flatten(0, 1), y.flatten())
            (loss / n).backward()
            total += loss.item()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        sched.step()
        symbols += n
    print(f"epoch {epoch:2d}  loss {total / symbols:.4f}  val accuracy {accuracy(val):.4f}")

print("test accuracy", round(accuracy(test), 4))
