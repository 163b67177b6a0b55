# character model that reads one long text in pieces; the state goes on from piece to piece
import math
import random

import torch
from torch import nn

torch.manual_seed(8)
rng = random.Random(8)

who = ["the miller", "a sailor", "my aunt", "the old king", "a young fox", "our teacher", "the baker", "a thief"]
does = ["sees", "paints", "forgets", "carries", "sells", "hides", "finds", "washes"]
what = ["a red boat", "two apples", "the long bridge", "some bread", "a silver bell", "the map", "a drum", "old shoes"]
where = ["at home", "by the river", "in the rain", "on a hill", "near the mill", "in town", "at sea", "under a tree"]
when = ["on monday", "in may", "at noon", "every year", "after lunch", "at night", "in winter", "too late"]
slots = (who, does, what, where, when)
text = " ".join(" ".join(rng.choice(s) for s in slots) + "." for _ in range(1000))

chars = sorted(set(text))
stoi = {c: i for i, c in enumerate(chars)}
ids = torch.tensor([stoi[c] for c in text])

cut = int(len(ids) * 0.9)
train_ids, valid_ids = ids[:cut], ids[cut:]
ROWS, LENGTH = 16, 48


def pieces(seq, rows, length):
    """rows parallel streams; consecutive pieces of a stream follow each other"""
    per_row = (len(seq) - 1) // rows
    x = seq[: rows * per_row].view(rows, per_row)
    y = seq[1 : rows * per_row + 1].view(rows, per_row)
    for start in range(0, per_row - length + 1, length):
        yield x[:, start : start + length], y[:, start : start + length]


class CharLSTM(nn.Module):
    def __init__(self, size, emb=32, hidden=128):
        super().__init__()
        self.emb = nn.Embedding(size, emb)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, size)

    def forward(self, x, state=None):
        h, state = self.lstm(self.emb(x), state)
        return self.out(h), state


model = CharLSTM(len(chars))
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)


def validate():
    model.eval()
    state, losses = None, []
    with torch.no_grad():
        for x, y in pieces(valid_ids, 4, LENGTH):
            logits, state = model(x, state)
            losses.append(loss_fn(logits.flatten(0, 1), y.flatten()).item())
    return sum(losses) / len(losses)


for epoch in range(4):
    model.train()
    state = None
    for step, (x, y) in enumerate(pieces(train_ids, ROWS, LENGTH)):
        logits, state = model(x, state)
        loss = loss_fn(logits.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 50 == 0:
            print(f"epoch {epoch} step {step} loss {loss.item():.3f}")
    v = validate()
    print(f"epoch {epoch} valid loss {v:.3f} perplexity {math.exp(v):.2f}")
