"""
Perplexity of a GRU language model next to uniform, unigram and interpolated
trigram models, on a toy English in which the verb agrees with the FIRST noun:

    the dogs near the tall cat sleep .

No sentence is in more than one part.
"""
import copy, math, random
from collections import Counter
import torch
from torch import nn

NOUNS = "dog cat boy girl cow bird frog horse".split()
VERBS = "sleep run sing jump eat swim wait".split()
PREPS = "near behind above with".split()
ADJS = "old tall small red".split()
ADVS = "today slowly again".split()


def noun_phrase(r, plural):
    return ["the"] + ([r.choice(ADJS)] if r.random() < 0.4 else []) + [r.choice(NOUNS) + ("s" if plural else "")]


def sentence(r):
    plural = r.random() < 0.5
    s = noun_phrase(r, plural)
    for _ in range(r.choice([0, 1, 1, 2])):
        s += [r.choice(PREPS)] + noun_phrase(r, r.random() < 0.5)
    s.append(r.choice(VERBS) + ("" if plural else "s"))
    return tuple(s + ([r.choice(ADVS)] if r.random() < 0.3 else []))


class Trigram:
    def __init__(self, sents, V):
        self.V, self.c3, self.c2, self.c1 = V, Counter(), Counter(), Counter()
        self.h2, self.h1, self.n = Counter(), Counter(), 0
        for s in sents:
            p = [0, 0] + s                       # 0 = <bos>
            for a, b, c in zip(p, p[1:], p[2:]):
                self.c3[a, b, c] += 1; self.h2[a, b] += 1
                self.c2[b, c] += 1; self.h1[b] += 1
                self.c1[c] += 1; self.n += 1

    def prob(self, a, b, c, lam):
        l3, l2, l1 = lam
        p = (1 - l3 - l2 - l1) / self.V + l1 * self.c1[c] / self.n
        p += l2 * (self.c2[b, c] / self.h1[b] if self.h1[b] else self.c1[c] / self.n)
        p += l3 * (self.c3[a, b, c] / self.h2[a, b] if self.h2[a, b] else self.c1[c] / self.n)
        return p

    def perplexity(self, sents, lam):
        nll = n = 0
        for s in sents:
            p = [0, 0] + s
            for a, b, c in zip(p, p[1:], p[2:]):
                nll -= math.log(self.prob(a, b, c, lam)); n += 1
        return math.exp(nll / n)


class GRULM(nn.Module):
    def __init__(self, n_words, dim=48):
        super().__init__()
        self.emb = nn.Embedding(n_words, dim)
        self.gru = nn.GRU(dim, dim * 2, batch_first=True)
        self.out = nn.Linear(dim * 2, n_words)

    def forward(self, x):
        return self.out(self.gru(self.emb(x))[0])


def batches(sents, size, r=None):
    order = list(range(len(sents)))
    if r is not None:
        r.shuffle(order)
    for i in range(0, len(order), size):
        part = [sents[j] for j in order[i:i + size]]
        L = max(map(len, part))
        x = torch.zeros(len(part), L, dtype=torch.long)
        y = torch.full((len(part), L), -100)
        for k, s in enumerate(part):
            x[k, :len(s)] = torch.tensor([0] + s[:-1])
            y[k, :len(s)] = torch.tensor(s)
        yield x, y


@torch.no_grad()
def perplexity(model, sents):
    model.eval()
    nll = n = 0
    for x, y in batches(sents, 256):
        nll += nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten(), reduction="sum").item()
        n += (y != -100).sum().item()
    return math.exp(nll / n)


if __name__ == "__main__":
    r = random.Random(1); torch.manual_seed(1)
    seen = list(dict.fromkeys(sentence(r) for _ in range(7000)))[:5000]
    r.shuffle(seen)
    cut1, cut2 = int(.7 * len(seen)), int(.85 * len(seen))
    vocab = {"<bos>": 0, "<unk>": 1, ".": 2}
    for s in seen[:cut1]:
        for w in s:
            vocab.setdefault(w, len(vocab))
    enc = [[vocab.get(w, 1) for w in s] + [2] for s in seen]
    tr, va, te = enc[:cut1], enc[cut1:cut2], enc[cut2:]
    tri = Trigram(tr, len(vocab))
    grid = [(l3, l2, l1) for l3 in (0, .5, .8) for l2 in (0, .15, .4, .9) for l1 in (.01, .04, .99) if l3 + l2 + l1 < 1]
    lam = min(grid, key=lambda g: tri.perplexity(va, g))
    model = GRULM(len(vocab))
    untrained = perplexity(model, te)
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    best, state = float("inf"), None
    for ep in range(25):
        model.train()
        for x, y in batches(tr, 64, r):
            opt.zero_grad()
            nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten()).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
        v = perplexity(model, va)
        if v < best:
            best, state = v, copy.deepcopy(model.state_dict())
        print(f"epoch {ep:2d} validation perplexity {v:.3f}")
    model.load_state_dict(state)
    print("test perplexity   uniform    %d, untrained %.3f" % (len(vocab), untrained))
    print("test perplexity   unigram    %.3f" % tri.perplexity(te, (0, 0, .99)))
    print("test perplexity   trigram    %.3f" % tri.perplexity(te, lam), "weights", lam)
    print("test perplexity   GRU        %.3f" % perplexity(model, te))
