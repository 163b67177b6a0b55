"""Character language model trained with truncated BPTT on a random second order Markov source.

The hidden state is carried from chunk to chunk (detached) since the rows of the batch are
continuous streams; it starts from nothing at the beginning of every pass.
Because the source is known, its own cross entropy on the test stream is the floor.
"""
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

V, BATCH, CHUNK, EPOCHS = 10, 20, 40, 8


class Source:
    def __init__(self, seed):
        self.table = np.random.default_rng(seed).dirichlet([0.25] * V, size=(V, V))
        self.cdf = self.table.cumsum(-1)

    def stream(self, n, seed):
        draws = np.random.default_rng(seed).random(n)
        out = np.zeros(n, dtype=np.int64)
        a = b = 0
        for k, r in enumerate(draws):
            c = min(int(np.searchsorted(self.cdf[a, b], r)), V - 1)
            out[k] = c
            a, b = b, c
        return out

    def floor(self, s):
        """Cross entropy in bits of the true source (first two symbols left out)."""
        return -np.log2(self.table[s[:-2], s[1:-1], s[2:]]).mean()


def batchify(s, rows):
    width = len(s) // rows
    return torch.from_numpy(s[: width * rows].reshape(rows, width))


def chunks(data, size):
    x, y = data[:, :-1], data[:, 1:]
    for at in range(0, x.size(1), size):
        yield x[:, at:at + size], y[:, at:at + size]


class CharLM(nn.Module):
    def __init__(self, dim=24, hidden=96):
        super().__init__()
        self.emb = nn.Embedding(V, dim)
        self.rnn = nn.GRU(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, V)

    def forward(self, x, h=None):
        z, h = self.rnn(self.emb(x), h)
        return self.out(z), h


def bits(model, data):
    model.eval()
    total, n, h = 0.0, 0, None
    with torch.no_grad():
        for x, y in chunks(data, 200):
            logits, h = model(x, h)
            total += F.cross_entropy(logits.reshape(-1, V), y.reshape(-1), reduction="sum").item()
            n += y.numel()
    return total / n / math.log(2)


@torch.no_grad()
def sample(model, length, g):
    model.eval()
    x, h, text = torch.zeros(1, 1, dtype=torch.long), None, []
    for _ in range(length):
        logits, h = model(x, h)
        x = torch.multinomial(logits[:, -1].softmax(-1), 1, generator=g)
        text.append("abcdefghij"[x.item()])
    return "".join(text)


def main():
    torch.manual_seed(5)
    torch.set_num_threads(2)
    src = Source(seed=11)
    raw = {k: src.stream(n, seed) for k, n, seed in [("train", 60_000, 1), ("val", 8_000, 2), ("test", 8_000, 3)]}
    train, val, test = (batchify(raw[k], r) for k, r in [("train", BATCH), ("val", 10), ("test", 10)])

    model = CharLM()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    per_epoch = math.ceil((train.size(1) - 1) / CHUNK)
    sched = torch.optim.lr_scheduler.LinearLR(opt, start_factor=1.0, end_factor=0.05,
                                              total_iters=per_epoch * EPOCHS)
    best, kept = math.inf, None
    for epoch in range(EPOCHS):
        model.train()
        h = None
        for x, y in chunks(train, CHUNK):
            if h is not None:
                h = h.detach()
            logits, h = model(x, h)
            loss = F.cross_entropy(logits.reshape(-1, V), y.reshape(-1))
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            opt.step()
            sched.step()
        v = bits(model, val)
        print(f"epoch {epoch}: last chunk {loss.item() / math.log(2):.3f} bits, val {v:.3f} bits")
        if v < best:
            best, kept = v, {k: t.clone() for k, t in model.state_dict().items()}
    model.load_state_dict(kept)

    unigram = np.bincount(raw["train"], minlength=V) + 1.0
    unigram /= unigram.sum()
    print(f"test: model {bits(model, test):.3f}  source itself {src.floor(raw['test']):.3f}  "
          f"unigram {-np.log2(unigram[raw['test']]).mean():.3f}  uniform {math.log2(V):.3f}")
    print(sample(model, 60, torch.Generator().manual_seed(0)))


if __name__ == "__main__":
    main()
