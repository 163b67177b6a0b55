"""Character model of made-up log lines: truncated back-propagation, the state is handed on from chunk to chunk."""
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

STREAMS, CHUNK, EPOCHS, LR = 16, 50, 6, 4e-3


def log_text(lines, seed):
    r = random.Random(seed)
    out = []
    for _ in range(lines):
        user, place = r.choice(["ann", "bob", "cyd", "dee"]), r.choice(["web", "mail", "disk"])
        what = {"web": ["opened page", "closed page"], "mail": ["sent note", "read note"], "disk": ["freed space"]}[place]
        out.append(f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d} {place} {user} {r.choice(what)}")
    return "\n".join(out) + "\n"


train_text, val_text, test_text = log_text(3000, 1), log_text(400, 2), log_text(400, 3)
chars = sorted(set(train_text))
index = {c: i for i, c in enumerate(chars)}


def streams(text, n):
    """The text cut into n long pieces that are read side by side: (n, length)."""
    ids = torch.tensor([index[c] for c in text])
    return ids[: len(ids) // n * n].view(n, -1)


def chunks(data):
    for i in range(0, data.size(1) - 1, CHUNK):
        y = data[:, i + 1:i + 1 + CHUNK]
        yield data[:, i:i + y.size(1)], y


class CharGRU(nn.Module):
    def __init__(self, n, dim=96):
        super().__init__()
        self.emb = nn.Embedding(n, 32)
        self.gru = nn.GRU(32, dim, batch_first=True)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(dim, n)

    def forward(self, x, h=None):
        y, h = self.gru(self.emb(x), h)
        return self.out(self.drop(y)), h


@torch.no_grad()
def nats_per_char(model, data):
    model.eval()
    h, total, n = None, 0.0, 0
    for x, y in chunks(data):
        z, h = model(x, h)
        total += F.cross_entropy(z.transpose(1, 2), y, reduction="sum").item()
        n += y.numel()
    return total / n


@torch.no_grad()
def write(model, start, length):
    model.eval()
    ids, h = torch.tensor([[index[c] for c in start]]), None
    text = start
    for _ in range(length):
        z, h = model(ids, h)
        ids = torch.multinomial(torch.softmax(z[:, -1] / 0.7, -1), 1)
        text += chars[ids.item()]
    return text


torch.manual_seed(12)
train, val, test = streams(train_text, STREAMS), streams(val_text, 4), streams(test_text, 4)
model = CharGRU(len(chars))
opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=1e-3)
per_epoch = sum(1 for _ in chunks(train))
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=LR, total_steps=EPOCHS * per_epoch, pct_start=0.1)

for epoch in range(EPOCHS):
    model.train()
    h = None  # the streams begin anew; their order must be kept, so nothing is shuffled
    for x, y in chunks(train):
        if h is not None:
            h = h.detach()  # the value goes on, the graph ends here
        z, h = model(x, h)
        loss = F.cross_entropy(z.flatten(0, 1), y.flatten())
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
    v = nats_per_char(model, val)
    print(f"epoch {epoch + 1}  loss {loss.item():.4f}  val {v:.4f} nats/char, perplexity {math.exp(v):.3f}")

freq = torch.bincount(train.flatten(), minlength=len(chars)).float()
uni = -(freq / freq.sum()).log()[test].mean().item()
print(f"test {nats_per_char(model, test):.4f} nats/char (single characters: {uni:.4f})")
print(write(model, "12:", 120))
