"""SimCLR without labels on the digits; then a logistic regression on frozen features from only 60 labels."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.pipeline import make_pipeline

torch.manual_seed(13)
X, y = load_digits(return_X_y=True)
X = (X / 16).astype("float32").reshape(-1, 1, 8, 8)
Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=500, stratify=y, random_state=13)
pool, few = train_test_split(np.arange(len(ytr)), test_size=60, stratify=ytr, random_state=13)
T = torch.from_numpy(Xtr)  # all training images, no labels


def view(x):
    """Turn a little, zoom, shift, blank out a patch, change the contrast."""
    n = len(x)
    ang = (torch.rand(n) - 0.5) * 0.5
    zoom = 1 + (torch.rand(n) - 0.5) * 0.3
    shift = (torch.rand(n, 2) - 0.5) * 0.4
    rows = torch.stack([torch.stack([ang.cos() * zoom, -ang.sin(), shift[:, 0]], 1), torch.stack([ang.sin(), ang.cos() * zoom, shift[:, 1]], 1)], 1)
    x = F.grid_sample(x, F.affine_grid(rows, x.shape, align_corners=False), align_corners=False)
    keep = torch.ones_like(x)
    for i, (r, c) in enumerate(torch.randint(0, 7, (n, 2)).tolist()):
        keep[i, 0, r:r + 2, c:c + 2] = 0
    return x * keep * (0.7 + 0.6 * torch.rand(n, 1, 1, 1))


def nt_xent(a, b, temperature=0.2):
    z = F.normalize(torch.cat([a, b]), dim=1)
    sim = z @ z.T / temperature
    sim.fill_diagonal_(float("-inf"))  # never one's own partner
    n = len(a)
    partner = torch.arange(2 * n).roll(n)
    return F.cross_entropy(sim, partner)


encoder = nn.Sequential(nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 64, 3, stride=2, padding=1), nn.ReLU(),
                        nn.Flatten(), nn.Linear(64 * 16, 128), nn.ReLU())
projector = nn.Sequential(nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 48))


@torch.no_grad()
def embed(x):
    return encoder(torch.as_tensor(x)).numpy()


def probe(f):
    clf = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000, C=0.1))
    clf.fit(f(Xtr[few]), ytr[few])
    return clf.score(f(Xte), yte)


raw = probe(lambda a: a.reshape(len(a), -1))
before = probe(embed)
opt = torch.optim.AdamW([*encoder.parameters(), *projector.parameters()], lr=2e-3, weight_decay=1e-4)
EPOCHS, B = 20, 216
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, EPOCHS)
for ep in range(EPOCHS):
    acc = []
    for idx in torch.randperm(len(T)).split(B):
        if len(idx) < B:
            continue  # fewer rows would be an easier task
        loss = nt_xent(projector(encoder(view(T[idx]))), projector(encoder(view(T[idx]))))
        opt.zero_grad()
        loss.backward()
        opt.step()
        acc.append(loss.item())
    sched.step()
    if ep % 5 == 4:
        print(f"epoch {ep + 1}: contrastive loss {np.mean(acc):.3f} (chance {np.log(2 * B - 1):.2f})")
print(f"test accuracy from 60 labels: pixels {raw:.3f}, random encoder {before:.3f}, trained without labels {probe(embed):.3f}")
