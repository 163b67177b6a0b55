# Sequences of different length, packed LSTM: are there more A's than B's in the string?
import random
import os

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

ALPHABET = "abcdef"
STOI = {c: i + 1 for i, c in enumerate(ALPHABET)}     # 0 is padding
random.seed(33)
torch.manual_seed(33)


def strings():
    """Endless stream of distinct strings, as many of one class as of the other (ties are left out)."""
    seen, turn = set(), 0
    while True:
        s = "".join(random.choices(ALPHABET, k=random.randint(8, 24)))
        diff = s.count("a") - s.count("b")
        if s in seen or diff == 0 or int(diff > 0) != turn:
            continue
        seen.add(s)
        yield s, turn
        turn = 1 - turn


def collate(batch):
    ids = [torch.tensor([STOI[c] for c in s]) for s, _ in batch]
    lengths = torch.tensor([len(i) for i in ids])
    return pad_sequence(ids, batch_first=True), lengths, torch.tensor([y for _, y in batch])


class Counter(nn.Module):
    def __init__(self, dim=16, hidden=32):
        super().__init__()
        self.emb = nn.Embedding(len(ALPHABET) + 1, dim, padding_idx=0)
        self.lstm = nn.LSTM(dim, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 2)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.emb(ids), lengths, batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)       # the state after the last true character of each string
        return self.head(h[-1])


gen = strings()
take = lambda n: [next(gen) for _ in range(n)]
train, val, test = take(3000), take(600), take(1000)
train_dl = DataLoader(train, 64, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val, 256, collate_fn=collate)
test_dl = DataLoader(test, 256, collate_fn=collate)

model = Counter()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)


def evaluate(dl):
    model.eval()
    loss = right = n = 0
    with torch.no_grad():
        for ids, lengths, y in dl:
            out = model(ids, lengths)
            loss += criterion(out, y).item() * len(y)
            right += (out.argmax(-1) == y).sum().item()
            n += len(y)
    return loss / n, right / n


os.makedirs("out/wd12", exist_ok=True)
best_loss = float("inf")
for epoch in range(15):
    model.train()
    for ids, lengths, y in train_dl:
        optimizer.zero_grad()
        loss = criterion(model(ids, lengths), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    vl, va = evaluate(val_dl)
    mark = ""
    if vl < best_loss:
        best_loss, mark = vl, "*"
        torch.save(model.state_dict(), "out/wd12/best.pt")
    print(f"epoch {epoch:2d} val loss {vl:.4f} acc {va:.4f} {mark}")

model.load_state_dict(torch.load("out/wd12/best.pt", weights_only=True))
tl, ta = evaluate(test_dl)
print(f"test loss {tl:.4f} acc {ta:.4f} (both classes are equally frequent: 0.5)")
