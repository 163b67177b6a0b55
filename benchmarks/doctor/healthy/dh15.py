"""Are there more 'a' than 'b'? Sequences of different lengths, packed GRU, accumulated gradients."""
import random

import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

PAD, ALPHABET = 0, 6          # 1 is 'a', 2 is 'b', 3..5 are noise


def make(n, rnd):
    out = set()
    while len(out) < n:
        s = tuple(rnd.randrange(1, ALPHABET) for _ in range(rnd.randrange(7, 26)))
        if s.count(1) != s.count(2):
            out.add(s)
    return sorted(out)


def collate(batch):
    lengths = torch.tensor([len(s) for s in batch])
    x = pad_sequence([torch.tensor(s) for s in batch], batch_first=True, padding_value=PAD)
    y = torch.tensor([float(s.count(1) > s.count(2)) for s in batch])
    return x, lengths, y


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = torch.nn.Embedding(ALPHABET, 8, padding_idx=PAD)
        self.rnn = torch.nn.GRU(8, 32, batch_first=True, bidirectional=True)
        self.head = torch.nn.Linear(64, 1)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths, batch_first=True, enforce_sorted=False)
        _, h = self.rnn(packed)               # already back in the order of the batch
        return self.head(torch.cat([h[0], h[1]], dim=1)).squeeze(1)


torch.manual_seed(12)
data = make(2600, random.Random(12))
random.Random(13).shuffle(data)
train, held = data[:2000], data[2000:]
train_dl = DataLoader(train, batch_size=24, shuffle=True, collate_fn=collate)
held_dl = DataLoader(held, batch_size=300, collate_fn=collate)

net = Counter()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
loss_fn = torch.nn.BCEWithLogitsLoss(reduction="sum")
GROUP = 3                                     # 72 sequences for one step, what is left over at the end makes its own

for epoch in range(8):
    net.train()
    pending, tally = 0, 0.0
    for k, (x, lengths, y) in enumerate(train_dl, 1):
        loss = loss_fn(net(x, lengths), y)
        loss.backward()
        pending += len(y)
        tally += loss.item()
        if k % GROUP == 0 or k == len(train_dl):
            for p in net.parameters():
                p.grad.div_(pending)          # sum -> mean over all that was gathered
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
            opt.zero_grad()
            pending = 0
    net.eval()
    with torch.no_grad():
        good = sum(((net(x, n) > 0) == (y > 0.5)).sum().item() for x, n, y in held_dl)
    print(f"epoch {epoch + 1}: loss {tally / len(train):.4f}  unseen sequences right {good / len(held):.4f}")
