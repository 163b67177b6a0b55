"""A word-level language model over one long stream, trained in chunks with the state carried on."""
import argparse
import math

import numpy as np
import torch
import torch.nn as nn

parser = argparse.ArgumentParser()
parser.add_argument("--vocab", type=int, default=40)
parser.add_argument("--batch", type=int, default=16)
parser.add_argument("--chunk", type=int, default=25)
parser.add_argument("--hidden", type=int, default=64)
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--lr", type=float, default=5e-3)
parser.add_argument("--seed", type=int, default=11)
opts = parser.parse_args()

torch.manual_seed(opts.seed)
rng = np.random.default_rng(opts.seed)


def markov_stream(n, trans):
    s = np.zeros(n, dtype=np.int64)
    for i in range(1, n):
        s[i] = rng.choice(len(trans), p=trans[s[i - 1]])
    return torch.from_numpy(s)


def columns(stream, batch):
    """cut the stream into `batch` long columns: (time, batch)"""
    n = len(stream) // batch
    return stream[: n * batch].view(batch, n).t().contiguous()


class RNNModel(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.emb = nn.Embedding(vocab, hidden)
        self.rnn = nn.LSTM(hidden, hidden)
        self.dec = nn.Linear(hidden, vocab)

    def forward(self, tokens, state):
        out, state = self.rnn(self.emb(tokens), state)
        return self.dec(out), state

    def start(self, batch):
        z = torch.zeros(1, batch, self.rnn.hidden_size)
        return z, z.clone()


transitions = rng.dirichlet(np.full(opts.vocab, 0.08), size=opts.vocab)
train = columns(markov_stream(20_000, transitions), opts.batch)
valid = columns(markov_stream(4_000, transitions), opts.batch)

model = RNNModel(opts.vocab, opts.hidden)
optimizer = torch.optim.Adam(model.parameters(), lr=opts.lr)
loss_fn = nn.CrossEntropyLoss()


def chunks(data):
    for i in range(0, len(data) - 1, opts.chunk):
        n = min(opts.chunk, len(data) - 1 - i)
        yield data[i:i + n], data[i + 1:i + 1 + n]


def run_epoch():
    model.train()
    state = model.start(opts.batch)
    total = count = 0
    for x, y in chunks(train):
        optimizer.zero_grad()
        logits, state = model(x, state)
        loss = loss_fn(logits.flatten(0, 1), y.flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        total += loss.item() * y.numel()
        count += y.numel()
    return total / count


@torch.no_grad()
def perplexity():
    model.eval()
    state = model.start(opts.batch)
    total = count = 0
    for x, y in chunks(valid):
        logits, state = model(x, state)
        total += loss_fn(logits.flatten(0, 1), y.flatten()).item() * y.numel()
        count += y.numel()
    return math.exp(total / count)


for epoch in range(1, opts.epochs + 1):
    train_loss = run_epoch()
    print(f"epoch {epoch}: train loss {train_loss:.3f}, valid ppl {perplexity():.2f}")
