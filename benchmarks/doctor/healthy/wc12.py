"""A GRU language model on a second-order Markov language, measured against the true entropy."""
import math
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

V, T, BATCH, STEPS = 8, 64, 32, 500


def language(seed):
    return np.random.default_rng(seed).dirichlet(np.full(V, 0.3), size=(V, V))   # p(c | a, b)


def speak(table, n, seed):
    r = np.random.default_rng(seed)
    cum = table.cumsum(-1)
    seq = [int(r.integers(V)), int(r.integers(V))]
    for u in r.random(n - 2):
        seq.append(min(int(np.searchsorted(cum[seq[-2], seq[-1]], u, side="right")), V - 1))
    return torch.tensor(seq)


def batches(stream, g):
    """Endless random crops; the target is the crop moved on by one."""
    while True:
        start = torch.randint(len(stream) - T, (BATCH,), generator=g)
        crop = torch.stack([stream[s:s + T + 1] for s in start.tolist()])
        yield crop[:, :-1], crop[:, 1:]


class LM(nn.Module):
    def __init__(self, dim=64):
        super().__init__()
        self.emb = nn.Embedding(V, dim)
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, V)

    def forward(self, x, h=None):
        z, h = self.gru(self.emb(x), h)
        return self.out(z), h


@torch.no_grad()
def nll(model, stream):
    """Nats per symbol over the whole stream in one go, the state carried along."""
    model.eval()
    total, h = 0.0, None
    for s in range(0, len(stream) - 1, 500):
        y = stream[s + 1:s + 501]
        x = stream[s:s + len(y)]
        logits, h = model(x[None], h)
        total += F.cross_entropy(logits[0], y, reduction="sum").item()
    return total / (len(stream) - 1)


if __name__ == "__main__":
    torch.manual_seed(1)
    torch.set_num_threads(2)
    table = language(0)
    train, val, test = speak(table, 40_000, 1), speak(table, 5_000, 2), speak(table, 5_000, 3)
    feed = batches(train, torch.Generator().manual_seed(1))
    model = LM()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    sched = torch.optim.lr_scheduler.LinearLR(opt, start_factor=1.0, end_factor=0.02, total_iters=STEPS)
    best, state = math.inf, None
    for step in range(1, STEPS + 1):
        model.train()
        x, y = next(feed)
        logits, _ = model(x)
        loss = F.cross_entropy(logits.reshape(-1, V), y.reshape(-1))
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 50 == 0:
            v = nll(model, val)
            print(f"step {step}: train {loss.item():.4f} val {v:.4f}")
            if v < best:
                best, state = v, {k: p.detach().clone() for k, p in model.state_dict().items()}
    model.load_state_dict(state)
    a, b, c = test[:-2].numpy(), test[1:-1].numpy(), test[2:].numpy()
    floor = -np.log(table[a, b, c]).mean()
    freq = (torch.bincount(train, minlength=V) + 1).double()
    unigram = -torch.log(freq / freq.sum())[test[1:]].mean().item()
    t = nll(model, test)
    print(f"test perplexity {math.exp(t):.3f}; true model {math.exp(floor):.3f}; unigram {math.exp(unigram):.3f}")
    Path("out/wc12").mkdir(parents=True, exist_ok=True)
    torch.save(state, "out/wc12/lm.pt")
