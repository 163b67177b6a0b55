# skip-gram with negative sampling, streamed from a text file with an IterableDataset, sparse gradients + SparseAdam
import os
from collections import Counter

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset

os.makedirs("outputs/j22", exist_ok=True)
torch.manual_seed(1)
gen = np.random.default_rng(1)

# --- a made-up language: 8 topics with 12 words each and 20 function words; sentences stay in their topic
topics = [[f"t{t}w{i}" for i in range(12)] for t in range(8)]
function_words = [f"f{i}" for i in range(20)]


def sentence():
    t = topics[gen.integers(8)]
    return [str(gen.choice(t)) if gen.random() < 0.6 else str(gen.choice(function_words)) for _ in range(gen.integers(6, 14))]


for name, n in (("train", 4000), ("heldout", 400)):
    with open(f"outputs/j22/{name}.txt", "w") as f:
        for _ in range(n):
            f.write(" ".join(sentence()) + "\n")

counts = Counter(w for line in open("outputs/j22/train.txt") for w in line.split())
vocab = [w for w, c in counts.most_common() if c >= 5]
index = {w: i for i, w in enumerate(vocab)}
freq = torch.tensor([counts[w] for w in vocab], dtype=torch.float)
noise = (freq**0.75) / (freq**0.75).sum()
# subsampling of frequent words, as in the paper (the threshold fits this small corpus)
keep = torch.clamp(torch.sqrt(5e-3 / (freq / freq.sum())), max=1.0).tolist()


class SkipGrams(IterableDataset):
    def __init__(self, path, window=3, subsample=True, seed=0):
        self.path, self.window, self.subsample, self.seed, self.epoch = path, window, subsample, seed, 0

    def __iter__(self):
        assert torch.utils.data.get_worker_info() is None, "one stream only"
        r = np.random.default_rng([self.seed, self.epoch])
        lines = open(self.path).read().splitlines()
        if self.subsample:
            r.shuffle(lines)
        for line in lines:
            ids = [index[w] for w in line.split() if w in index]
            if self.subsample:
                ids = [i for i in ids if r.random() < keep[i]]
            for p, c in enumerate(ids):
                span = int(r.integers(1, self.window + 1))
                for q in range(max(0, p - span), min(len(ids), p + span + 1)):
                    if q != p:
                        yield c, ids[q]


class SGNS(nn.Module):
    def __init__(self, n, dim=32):
        super().__init__()
        self.inp = nn.Embedding(n, dim, sparse=True)
        self.out = nn.Embedding(n, dim, sparse=True)
        nn.init.uniform_(self.inp.weight, -0.5 / dim, 0.5 / dim)
        nn.init.zeros_(self.out.weight)

    def forward(self, c, o, neg):
        v = self.inp(c)
        pos = (v * self.out(o)).sum(-1)
        bad = torch.einsum("bd,bkd->bk", v, self.out(neg))
        return -(F.logsigmoid(pos) + F.logsigmoid(-bad).sum(-1)).mean()


def negatives(n, k, generator=None):
    return torch.multinomial(noise, n * k, replacement=True, generator=generator).view(n, k)


@torch.no_grad()
def heldout_loss(model):
    model.eval()
    g = torch.Generator().manual_seed(0)
    s = n = 0
    for c, o in DataLoader(SkipGrams("outputs/j22/heldout.txt", subsample=False), batch_size=2048):
        s += model(c, o, negatives(len(c), 5, g)).item() * len(c)
        n += len(c)
    return s / n


@torch.no_grad()
def neighbours_in_topic(model, k=5):
    topical = [i for i, w in enumerate(vocab) if w[0] == "t"]
    e = F.normalize(model.inp.weight[topical], dim=1)
    sim = e @ e.T
    sim.fill_diagonal_(-2)
    label = torch.tensor([int(vocab[i][1]) for i in topical])
    return (label[sim.topk(k).indices] == label[:, None]).float().mean().item()


model = SGNS(len(vocab))
opt = torch.optim.SparseAdam(list(model.parameters()), lr=5e-3)
data = SkipGrams("outputs/j22/train.txt")
print(f"vocab {len(vocab)}; before: held-out loss {heldout_loss(model):.4f}, neighbours {neighbours_in_topic(model):.3f} (chance {11 / 95:.3f})")
for epoch in range(4):
    data.epoch = epoch
    model.train()
    s = n = 0
    for c, o in DataLoader(data, batch_size=512):
        opt.zero_grad()
        loss = model(c, o, negatives(len(c), 5))
        loss.backward()
        opt.step()
        s += loss.item() * len(c)
        n += len(c)
    print(f"epoch {epoch + 1}: {n} pairs  loss {s / n:.4f}  held-out {heldout_loss(model):.4f}  neighbours of the same topic {neighbours_in_topic(model):.3f}")
np.save("outputs/j22/vectors.npy", model.inp.weight.detach().numpy())
