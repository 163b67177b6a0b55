"""Multi-label tagging of word bags: EmbeddingBag trained by SparseAdam, the rest by Adagrad; thresholds tuned on validation."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

rng = np.random.default_rng(6)
torch.manual_seed(6)
VOCAB, TOPICS = 600, 8
# every topic prefers 40 words of its own; all share the common ones
topic_words = rng.permutation(VOCAB - 200)[: TOPICS * 40].reshape(TOPICS, 40) + 200
prior = np.linspace(0.08, 0.35, TOPICS)


def document():
    labels = rng.random(TOPICS) < prior
    words = list(rng.integers(0, 200, rng.integers(8, 20)))
    for t in np.flatnonzero(labels):
        words += list(rng.choice(topic_words[t], rng.integers(2, 6)))
    words += list(rng.integers(200, VOCAB, 3))                       # noise
    return np.array(words), labels.astype(np.float32)


class Docs(Dataset):
    def __init__(self, n):
        self.rows = [document() for _ in range(n)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def collate(rows):
    words = torch.from_numpy(np.concatenate([w for w, _ in rows]))
    offsets = torch.tensor([0] + [len(w) for w, _ in rows[:-1]]).cumsum(0)
    return words, offsets, torch.from_numpy(np.stack([l for _, l in rows]))


train, valid, test = Docs(3000), Docs(600), Docs(600)


class Net(nn.Module):
    def __init__(self, dim=48):
        super().__init__()
        self.bag = nn.EmbeddingBag(VOCAB, dim, mode="sum", sparse=True)
        nn.init.normal_(self.bag.weight, std=0.1)
        self.mlp = nn.Sequential(nn.Linear(dim, 64), nn.LayerNorm(64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, TOPICS))

    def forward(self, words, offsets):
        return self.mlp(self.bag(words, offsets))


net = Net()
optimizers = [torch.optim.SparseAdam(net.bag.parameters(), lr=5e-3), torch.optim.Adagrad(net.mlp.parameters(), lr=2e-2)]
freq = np.mean([l for _, l in train.rows], axis=0)
pos_weight = torch.tensor(np.sqrt((1 - freq) / freq), dtype=torch.float32)
criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
loader = DataLoader(train, batch_size=50, shuffle=True, collate_fn=collate)


@torch.no_grad()
def logits_of(docs):
    net.eval()
    parts = [(net(w, o), y) for w, o, y in DataLoader(docs, batch_size=200, collate_fn=collate)]
    return torch.cat([p for p, _ in parts]).numpy(), torch.cat([y for _, y in parts]).numpy().astype(bool)


def f1(pred, y):
    tp = (pred & y).sum(0)
    return 2 * tp / np.maximum(1, pred.sum(0) + y.sum(0))


for epoch in range(6):
    net.train()
    total = 0.0
    for words, offsets, y in loader:
        loss = criterion(net(words, offsets), y)
        for o in optimizers:
            o.zero_grad()
        loss.backward()
        for o in optimizers:
            o.step()
        total += loss.item() * len(y)
    z, y = logits_of(valid)
    print(f"epoch {epoch} loss {total / len(train):.4f} valid macro F1 {f1(z > 0, y).mean():.3f}")

grid = np.linspace(-2, 2, 41)
cut = np.array([grid[np.argmax([f1(z[:, [k]] > c, y[:, [k]])[0] for c in grid])] for k in range(TOPICS)])
z, y = logits_of(test)
print(f"test macro F1: zero cut {f1(z > 0, y).mean():.3f}, tuned {f1(z > cut, y).mean():.3f}, "
      f"all-yes {f1(np.ones_like(y), y).mean():.3f}; exact sets {(y == (z > cut)).all(1).mean():.3f} vs none {(~y).all(1).mean():.3f}")
