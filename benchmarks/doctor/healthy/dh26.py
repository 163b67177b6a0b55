"""A word model with the input table used again at the output, and masks made by hand."""
import json
import math

import torch
from torch import nn

torch.manual_seed(21)
PAD, BOS, EOS, UNK = range(4)


def texts(split):
    return {json.loads(s)["text"] for s in open(f"data/tickets/{split}.jsonl")}


valid = sorted(texts("validation"))
train = sorted(texts("train") - set(valid))
vocab = {w: i for i, w in enumerate(sorted({w for t in train for w in t.split()}), start=4)}
V = len(vocab) + 4


def batch(part):
    ids = [[BOS] + [vocab.get(w, UNK) for w in t.split()] + [EOS] for t in part]
    n = max(map(len, ids))
    x = torch.tensor([i + [PAD] * (n - len(i)) for i in ids])
    return x[:, :-1], x[:, 1:]


class Layer(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.qkv, self.proj = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.ff = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))
        self.drop = nn.Dropout(0.1)

    def forward(self, x, hidden):
        b, n, d = x.shape
        q, k, v = self.qkv(self.n1(x)).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        a = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        a = a.masked_fill(hidden, float("-inf")).softmax(-1)
        x = x + self.drop(self.proj((a @ v).transpose(1, 2).reshape(b, n, d)))
        return x + self.drop(self.ff(self.n2(x)))


class WordModel(nn.Module):
    def __init__(self, d=64, longest=80):
        super().__init__()
        self.tok = nn.Embedding(V, d)
        self.pos = nn.Embedding(longest, d)
        self.layers = nn.ModuleList(Layer(d, 4) for _ in range(2))
        self.norm = nn.LayerNorm(d)
        self.out = nn.Linear(d, V, bias=False)
        self.out.weight = self.tok.weight                   # one table
        nn.init.normal_(self.tok.weight, std=0.02)
        nn.init.normal_(self.pos.weight, std=0.02)

    def forward(self, x):
        n = x.shape[1]
        later = torch.ones(n, n, dtype=torch.bool).triu(1)
        hidden = later | (x == PAD)[:, None, None, :]       # the first word always sees itself: no row of -inf only
        h = self.tok(x) + self.pos(torch.arange(n))
        for layer in self.layers:
            h = layer(h, hidden)
        return self.out(self.norm(h))


net = WordModel()
loss_fn = nn.CrossEntropyLoss(ignore_index=PAD, reduction="sum")
EPOCHS, SIZE = 12, 32
steps = EPOCHS * math.ceil(len(train) / SIZE)
opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.01)     # parameters() names the shared table once
sched = torch.optim.lr_scheduler.LambdaLR(
    opt, lambda s: min((s + 1) / 20, 0.5 * (1 + math.cos(math.pi * s / steps))))

for epoch in range(EPOCHS):
    net.train()
    for ix in torch.randperm(len(train)).split(SIZE):
        x, y = batch([train[i] for i in ix.tolist()])
        loss = loss_fn(net(x).flatten(0, 1), y.flatten()) / (y != PAD).sum()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        sched.step()
    if epoch % 3 == 2:
        net.eval()
        with torch.no_grad():
            x, y = batch(valid)
            nats = loss_fn(net(x).flatten(0, 1), y.flatten()).item() / (y != PAD).sum().item()
        print(f"epoch {epoch + 1}: train {loss.item():.3f}  perplexity on unseen texts {math.exp(nats):.2f} of {V}")
assert net.out.weight is net.tok.weight
