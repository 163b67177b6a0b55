"""A tiny character model: a GRU reads a long text in strips and keeps its state between strips."""
import itertools
import math
import random

import torch
import torch.nn as nn

SEED = 5
BATCH = 16
SEQ_LEN = 40
EPOCHS = 8

random.seed(SEED)
torch.manual_seed(SEED)


WHO = ["the baker", "a sailor", "my neighbour", "the old judge", "our teacher", "his aunt"]
DOES = ["sells", "paints", "repairs", "forgets", "counts", "hides"]
WHAT = ["three boats", "a red chair", "the clocks", "two loaves", "his letters", "a lamp"]
WHEN = ["every morning", "on sundays", "after dinner", "in winter", "at noon", "once a year", "too often"]

sentences = [" ".join(parts) + ". " for parts in itertools.product(WHO, DOES, WHAT, WHEN)]
random.shuffle(sentences)
train_text = "".join(sentences[:1300])
valid_text = "".join(sentences[1300:])
alphabet = sorted(set(train_text))
stoi = {c: i for i, c in enumerate(alphabet)}


def strips(text, batch):
    """(batch, length) so that row r of one strip goes on in row r of the next one."""
    ids = torch.tensor([stoi[c] for c in text if c in stoi])
    usable = (len(ids) - 1) // batch * batch
    x = ids[:usable].view(batch, -1)
    y = ids[1:usable + 1].view(batch, -1)
    for start in range(0, x.size(1) - SEQ_LEN + 1, SEQ_LEN):
        yield x[:, start:start + SEQ_LEN], y[:, start:start + SEQ_LEN]


class CharModel(nn.Module):
    def __init__(self, n_chars, emb=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(n_chars, emb)
        self.gru = nn.GRU(emb, hidden, batch_first=True)
        self.out = nn.Linear(hidden, n_chars)

    def forward(self, x, state=None):
        h, state = self.gru(self.emb(x), state)
        return self.out(h), state


def train_epoch(model, opt, loss_fn):
    model.train()
    state, total, n = None, 0.0, 0
    for x, y in strips(train_text, BATCH):
        opt.zero_grad()
        logits, state = model(x, state)
        loss = loss_fn(logits.reshape(-1, logits.size(-1)), y.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        total += loss.item()
        n += 1
    return total / n


@torch.no_grad()
def valid_loss(model, loss_fn):
    model.eval()
    state, total, n = None, 0.0, 0
    for x, y in strips(valid_text, BATCH):
        logits, state = model(x, state)
        total += loss_fn(logits.reshape(-1, logits.size(-1)), y.reshape(-1)).item()
        n += 1
    return total / n


if __name__ == "__main__":
    model = CharModel(len(alphabet))
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(1, EPOCHS + 1):
        tr = train_epoch(model, opt, loss_fn)
        va = valid_loss(model, loss_fn)
        print(f"{epoch}: train {tr:.3f}  valid {va:.3f}  perplexity {math.exp(va):.2f}")
