"""Multi-label tagging of short documents (nn.EmbeddingBag), with a training run that is interrupted and resumed.

The first call of `run` stops after 5 of 12 epochs as if the machine had been taken away; the second call finds the
checkpoint and carries on: weights, optimizer, schedule, random state and the best score so far.
"""
import shutil
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader

OUT = Path("out/kc14")
LAST, BEST = OUT / "last.pt", OUT / "best.pt"
TOPICS = ["billing", "delivery", "quality", "account", "security", "praise"]
PRIOR = np.array([0.30, 0.25, 0.20, 0.15, 0.10, 0.20])
EPOCHS = 12


def documents(n, seed):
    """Each topic has 40 words of its own; 200 words belong to no topic.  A document may have several topics or none."""
    rng = np.random.default_rng(seed)
    docs = []
    for _ in range(n):
        tags = rng.random(len(TOPICS)) < PRIOR
        words = [f"filler{w}" for w in rng.integers(0, 200, rng.integers(6, 15))]
        for t in np.flatnonzero(tags):
            words += [f"{TOPICS[t]}{w}" for w in rng.integers(0, 40, rng.integers(1, 4))]
        # a few words that mislead
        words += [f"{TOPICS[t]}{rng.integers(0, 40)}" for t in range(len(TOPICS)) if rng.random() < 0.04]
        rng.shuffle(words)
        docs.append((words, tags.astype("float32")))
    return docs


train_docs, valid_docs, test_docs = documents(3000, 1), documents(600, 2), documents(600, 3)
VOCAB = {"<unk>": 0}
for words, _ in train_docs:
    for w in words:
        VOCAB.setdefault(w, len(VOCAB))


def collate(batch):
    ids = [torch.tensor([VOCAB.get(w, 0) for w in words]) for words, _ in batch]
    lengths = torch.tensor([len(i) for i in ids])
    offsets = torch.cat([torch.zeros(1, dtype=torch.long), lengths.cumsum(0)[:-1]])
    return torch.cat(ids), offsets, torch.from_numpy(np.stack([t for _, t in batch]))


class Tagger(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.bag = nn.EmbeddingBag(len(VOCAB), dim, mode="sum", padding_idx=0)     # <unk> adds nothing
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 64), nn.ReLU(), nn.Linear(64, len(TOPICS)))

    def forward(self, ids, offsets):
        return self.head(self.bag(ids, offsets))


@torch.no_grad()
def predict(model, docs):
    model.eval()
    out = [(model(i, o), y) for i, o, y in DataLoader(docs, batch_size=200, collate_fn=collate)]
    logits, truth = (torch.cat(t) for t in zip(*out))
    return logits, truth


def f1_per_label(guess, truth):
    truth = truth.bool()
    tp, fp, fn = (guess & truth).sum(0), (guess & ~truth).sum(0), (~guess & truth).sum(0)
    return 2 * tp / (2 * tp + fp + fn).clamp(min=1)


def run(stop_after=EPOCHS):
    torch.manual_seed(77)
    model = Tagger()
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS)      # always the full plan, also when cut short
    loader = DataLoader(train_docs, batch_size=64, shuffle=True, collate_fn=collate)
    positives = torch.from_numpy(np.stack([t for _, t in train_docs])).sum(0)
    loss_fn = nn.BCEWithLogitsLoss(pos_weight=(len(train_docs) - positives) / positives)

    start, best = 0, -1.0
    if LAST.exists():
        state = torch.load(LAST, weights_only=True)
        model.load_state_dict(state["model"])
        opt.load_state_dict(state["opt"])
        sched.load_state_dict(state["sched"])
        torch.set_rng_state(state["rng"])
        start, best = state["epoch"] + 1, state["best"]
        print(f"resumed before epoch {start + 1}, best so far {best:.4f}")

    for epoch in range(start, stop_after):
        model.train()
        for ids, offsets, y in loader:
            opt.zero_grad()
            loss_fn(model(ids, offsets), y).backward()
            opt.step()
        sched.step()
        logits, truth = predict(model, valid_docs)
        macro = f1_per_label(logits > 0, truth).mean().item()
        print(f"epoch {epoch + 1:2d}  valid macro F1 at 0.5: {macro:.4f}")
        if macro > best:
            best = macro
            torch.save(model.state_dict(), BEST)
        torch.save({"model": model.state_dict(), "opt": opt.state_dict(), "sched": sched.state_dict(),
                    "rng": torch.get_rng_state(), "epoch": epoch, "best": best}, LAST)
    return model


shutil.rmtree(OUT, ignore_errors=True)      # a new experiment, not the rest of an old one
OUT.mkdir(parents=True)
run(stop_after=5)
model = run()

model.load_state_dict(torch.load(BEST, weights_only=True))
logits, truth = predict(model, valid_docs)
grid = torch.linspace(-3, 3, 61)
table = torch.stack([f1_per_label(logits > g, truth) for g in grid])         # (grid, label)
cuts = grid[table.argmax(0)]
logits, truth = predict(model, test_docs)
f1 = f1_per_label(logits > cuts, truth)
for name, cut, value in zip(TOPICS, cuts.sigmoid().tolist(), f1.tolist()):
    print(f"  {name:9s} cut {cut:.2f}  test F1 {value:.3f}")
everything = f1_per_label(torch.ones_like(truth, dtype=torch.bool), truth).mean()
print(f"test macro F1 {f1.mean():.4f}  (every tag on every document: {everything:.4f})")
