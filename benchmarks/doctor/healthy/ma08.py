"""Rerank eight candidate instructions for a prompt: late interaction (MaxSim), listwise-by-hinge.

A prompt such as "glass in school : dry" has one right list of steps. The candidates are the lists
that occur in the training file. We train with a margin against the hardest wrong candidate
and report MRR and precision at 1.
"""
import json
import math
import random
import types

import torch
from torch import nn
from torch.nn import functional as F

cfg = types.SimpleNamespace(dim=32, epochs=40, batch=32, lr=1e-2, margin=0.2, seed=8, patience=8)


def tokens(s):
    return s.replace(":", " ").split()


class Reranker(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.vocab = vocab
        self.emb = nn.Embedding(len(vocab) + 2, dim, padding_idx=0)
        self.q_weight = nn.Embedding(len(vocab) + 2, 1, padding_idx=0)   # how much a prompt word counts
        nn.init.zeros_(self.q_weight.weight)
        self.q_proj = nn.Linear(dim, dim, bias=False)
        self.d_proj = nn.Linear(dim, dim, bias=False)

    def ids(self, texts):
        rows = [[self.vocab.get(t, len(self.vocab) + 1) for t in tokens(x)] for x in texts]
        width = max(map(len, rows))
        return torch.tensor([r + [0] * (width - len(r)) for r in rows])

    def forward(self, prompts, docs):
        """Scores of shape (prompts, docs): weighted mean over prompt words of the best matching step word."""
        q, d = self.ids(prompts), self.ids(docs)
        qe = F.normalize(self.q_proj(self.emb(q)), dim=-1)
        de = F.normalize(self.d_proj(self.emb(d)), dim=-1)
        sim = torch.einsum("qid,njd->qnij", qe, de)
        sim = sim.masked_fill((d == 0)[None, :, None, :], -2.0).amax(-1)             # (Q, N, words of the prompt)
        w = self.q_weight(q).squeeze(-1).masked_fill(q == 0, float("-inf")).softmax(-1)
        return (sim * w[:, None, :]).sum(-1)


def hinge(scores, gold, margin):
    right = scores.gather(1, gold[:, None])
    wrong = scores.scatter(1, gold[:, None], float("-inf"))
    hardest = wrong.amax(1, keepdim=True)
    # the hardest one pulls, a soft mean of all the others keeps early training smooth
    others = F.relu(margin + wrong - right)
    return F.relu(margin + hardest - right).mean() + others.sum(1).mean() / (scores.size(1) - 1)


def ranks(scores, gold):
    """Rank of the right candidate, from 1; a tie counts against us."""
    return (scores >= scores.gather(1, gold[:, None])).sum(1)


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [(r["prompt"], r["steps"]) for r in map(json.loads, f)]


def uniq(rows, banned=frozenset()):
    return [r for r in dict.fromkeys(rows) if r[0] not in banned]


def run():
    torch.manual_seed(cfg.seed)
    rnd = random.Random(cfg.seed)
    test = uniq(read("test"))
    val = uniq(read("validation"), {p for p, _ in test})
    train = uniq(read("train"), {p for p, _ in test + val})
    docs = sorted({s for _, s in train})
    assert all(s in docs for _, s in val + test)
    vocab = {w: i + 1 for i, w in enumerate(sorted({w for r in train for part in r for w in tokens(part)}))}
    model = Reranker(vocab, cfg.dim)
    optim = torch.optim.Adam(model.parameters(), lr=cfg.lr)

    def gold(rows):
        return torch.tensor([docs.index(s) for _, s in rows])

    @torch.inference_mode()
    def judge(rows):
        model.eval()
        r = ranks(model([p for p, _ in rows], docs), gold(rows))
        return (1.0 / r).mean().item(), (r == 1).float().mean().item()

    print("before training: val MRR %.3f, P@1 %.3f" % judge(val))
    best, snapshot, waited = -math.inf, None, 0
    for epoch in range(cfg.epochs):
        model.train()
        rnd.shuffle(train)
        loss_sum = 0.0
        for start in range(0, len(train), cfg.batch):
            rows = train[start:start + cfg.batch]
            loss = hinge(model([p for p, _ in rows], docs), gold(rows), cfg.margin)
            optim.zero_grad()
            loss.backward()
            optim.step()
            loss_sum += loss.item() * len(rows)
        mrr, p1 = judge(val)
        print(f"epoch {epoch:2d}  loss {loss_sum / len(train):.4f}  val MRR {mrr:.3f}  P@1 {p1:.3f}")
        if mrr > best + 1e-6:
            best, waited = mrr, 0
            snapshot = {k: v.detach().clone() for k, v in model.state_dict().items()}
        else:
            waited += 1
            if waited >= cfg.patience:
                break
    model.load_state_dict(snapshot)
    mrr, p1 = judge(test)
    n = len(docs)
    print(f"TEST  MRR {mrr:.3f}  P@1 {p1:.3f}   random order: MRR {sum(1 / k for k in range(1, n + 1)) / n:.3f}  P@1 {1 / n:.3f}")


if __name__ == "__main__":
    run()
