"""word2vec (skip-gram, negative sampling) written from scratch on generated sentences."""
import random
from collections import Counter

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(0)
np.random.seed(0)
torch.manual_seed(0)

GROUPS = {
    "fruit": ["apple", "pear", "plum", "cherry", "grape"],
    "animal": ["cat", "dog", "horse", "cow", "sheep"],
    "city": ["paris", "rome", "berlin", "madrid", "vienna"],
    "tool": ["hammer", "saw", "drill", "pliers", "chisel"],
}
FRAMES = {
    "fruit": ["i ate a ripe {} for breakfast", "she baked a sweet {} cake", "fresh {} juice tastes sweet"],
    "animal": ["the hungry {} sleeps in the barn", "we feed the {} every morning", "a wild {} ran over the field"],
    "city": ["we took the train to {} in may", "the museums of {} are famous", "they moved from home to {} downtown"],
    "tool": ["he repaired the door with a {} quickly", "the heavy {} lies in the workshop", "buy a new steel {} here"],
}
corpus = []
for _ in range(3000):
    g = random.choice(list(GROUPS))
    corpus.append(random.choice(FRAMES[g]).format(random.choice(GROUPS[g])).split())

counts = Counter(w for s in corpus for w in s)
vocab = sorted(counts)
stoi = {w: i for i, w in enumerate(vocab)}
freq = np.array([counts[w] for w in vocab], dtype=float)
noise = torch.tensor(freq ** 0.75 / (freq ** 0.75).sum(), dtype=torch.float32)

WINDOW, NEG, DIM = 3, 5, 24
centers, contexts = [], []
for s in corpus:
    ids = [stoi[w] for w in s]
    for i, c in enumerate(ids):
        for j in range(max(0, i - WINDOW), min(len(ids), i + WINDOW + 1)):
            if j != i:
                centers.append(c)
                contexts.append(ids[j])
centers, contexts = torch.tensor(centers), torch.tensor(contexts)
print(len(vocab), "words,", len(centers), "pairs")


class SkipGram(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.inp = nn.Embedding(n, dim)
        self.out = nn.Embedding(n, dim)
        nn.init.uniform_(self.inp.weight, -0.5 / dim, 0.5 / dim)
        nn.init.zeros_(self.out.weight)

    def forward(self, c, pos, neg):
        v = self.inp(c)
        good = (v * self.out(pos)).sum(-1)
        bad = torch.bmm(self.out(neg), v.unsqueeze(2)).squeeze(2)
        return -(F.logsigmoid(good) + F.logsigmoid(-bad).sum(1)).mean()


model = SkipGram(len(vocab), DIM)
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(4):
    total = 0.0
    for idx in torch.randperm(len(centers)).split(512):
        neg = torch.multinomial(noise, len(idx) * NEG, replacement=True).view(len(idx), NEG)
        loss = model(centers[idx], contexts[idx], neg)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    print(f"epoch {epoch + 1} loss {total / len(centers):.4f}")

E = F.normalize(model.inp.weight.detach(), dim=1)
words = [(w, g) for g, ws in GROUPS.items() for w in ws]
M = E[[stoi[w] for w, _ in words]]
sims = M @ M.T - 2 * torch.eye(len(words))
right = sum(words[int(sims[i].argmax())][1] == g for i, (_, g) in enumerate(words))
print(f"nearest noun is of the same group for {right} of {len(words)}")
for w in ("apple", "horse", "rome", "saw"):
    top = (E @ E[stoi[w]]).topk(5).indices.tolist()
    print(w, [vocab[i] for i in top if vocab[i] != w])
