"""Multi-label tagging of bags of words; per-label thresholds come from validation, F1 from test."""
import contextlib
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split


class Notes(Dataset):
    WORDS, LABELS, LENGTH = 200, 6, 24

    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        rate = torch.tensor([0.5, 0.35, 0.25, 0.2, 0.12, 0.08])
        self.y = torch.bernoulli(rate.expand(n, -1), generator=g)
        themes = torch.rand(self.LABELS, self.WORDS, generator=g) ** 12  # a few words carry each label
        p = 0.15 * torch.ones(n, self.WORDS) + 6 * self.y @ themes
        self.x = torch.multinomial(p, self.LENGTH, replacement=True, generator=g)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, k):
        return self.x[k], self.y[k]


class Tagger(nn.Module):
    def __init__(self, words, labels, dim=32):
        super().__init__()
        self.bag = nn.EmbeddingBag(words, dim, mode="mean")
        self.top = nn.Sequential(nn.Linear(dim, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, labels))

    def forward(self, x):
        return self.top(self.bag(x))


@contextlib.contextmanager
def evaluating(model):
    was = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield model
    finally:
        model.train(was)


def collect(model, loader):
    with evaluating(model) as m:
        out = [(m(x).sigmoid(), y) for x, y in loader]
    return torch.cat([p for p, _ in out]), torch.cat([y for _, y in out])


def f1(pred, y):
    tp = (pred * y).sum(0)
    return 2 * tp / (pred.sum(0) + y.sum(0)).clamp(min=1)


torch.manual_seed(2)
notes = Notes(6000, seed=2)
tr, va, te = random_split(notes, [4500, 750, 750], generator=torch.Generator().manual_seed(3))
train, valid, test = DataLoader(tr, 100, shuffle=True), DataLoader(va, 250), DataLoader(te, 250)

ytr = notes.y[tr.indices]
pos_weight = (len(ytr) - ytr.sum(0)) / ytr.sum(0)
model = Tagger(Notes.WORDS, Notes.LABELS)
crit = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
opt = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=1e-2)

model.train()
for ep in range(15):
    for x, y in train:
        opt.zero_grad()
        crit(model(x), y).backward()
        opt.step()
    p, y = collect(model, valid)
    if ep % 3 == 2:
        print(f"epoch {ep + 1} macro F1 at 0.5 on validation: {f1((p > 0.5).float(), y).mean():.3f}")

grid = torch.linspace(0.05, 0.95, 19)
best = grid[torch.stack([f1((p > c).float(), y) for c in grid]).argmax(0)]
p, y = collect(model, test)
print("thresholds", best.tolist())
print(f"test macro F1 {f1((p > best).float(), y).mean():.3f}, everything-on {f1(torch.ones_like(y), y).mean():.3f}")
