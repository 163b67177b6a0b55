#!/usr/bin/env python
"""Multi-label tagging with rare labels: BCE with pos_weight, one threshold per label."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

LABELS = ["billing", "delivery", "damage", "praise", "legal"]
gen = np.random.default_rng(2024)
torch.manual_seed(2024)
torch.set_num_threads(2)


def make(n, W, bias):
    X = gen.normal(size=(n, W.shape[0]))
    hidden = np.concatenate([X[:, :10], np.abs(X[:, 10:])], axis=1)    # half of it is not linear
    Y = (hidden @ W + bias + gen.normal(0, 0.5, (n, W.shape[1]))) > 0
    return torch.tensor(X, dtype=torch.float32), torch.tensor(Y, dtype=torch.float32)


W = gen.normal(size=(20, len(LABELS)))
# centre the logits, then move them down so that labels are rare (about 30 % ... 7 %)
centre = -(np.sqrt(2 / np.pi) * W[10:].sum(0))
shift = -np.array([0.5, 0.8, 1.0, 1.2, 1.5]) * np.sqrt((W[:10] ** 2).sum(0) + (1 - 2 / np.pi) * (W[10:] ** 2).sum(0))
Xtr, Ytr = make(4000, W, centre + shift)
Xva, Yva = make(1500, W, centre + shift)
Xte, Yte = make(1500, W, centre + shift)
print("share of positives:", dict(zip(LABELS, Ytr.mean(0).numpy().round(3).tolist())))

net = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, len(LABELS)))
pos = Ytr.sum(0)
criterion = nn.BCEWithLogitsLoss(pos_weight=(len(Ytr) - pos) / pos)
optim = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.02)
loader = DataLoader(TensorDataset(Xtr, Ytr), batch_size=64, shuffle=True)


def predict(X):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(X)).numpy()


def f1(truth, guess):
    tp = np.sum(truth & guess)
    return 2 * tp / max(truth.sum() + guess.sum(), 1)


best_loss, best_weights = np.inf, None
for epoch in range(20):
    net.train()
    running = 0.0
    for xb, yb in loader:
        optim.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optim.step()
        running += loss.item() * len(xb)
    net.eval()
    with torch.no_grad():
        vloss = criterion(net(Xva), Yva).item()
    print(f"{epoch:2d} train {running / len(Xtr):.4f} val {vloss:.4f}")
    if vloss < best_loss:
        best_loss, best_weights = vloss, {k: v.clone() for k, v in net.state_dict().items()}
net.load_state_dict(best_weights)

# with pos_weight the scores are not calibrated probabilities, so 0.5 means nothing: tune on validation
pva, tva = predict(Xva), Yva.numpy().astype(bool)
grid = np.linspace(0.05, 0.99, 95)
thresholds = np.array([grid[np.argmax([f1(tva[:, k], pva[:, k] > g) for g in grid])] for k in range(len(LABELS))])

pte, tte = predict(Xte), Yte.numpy().astype(bool)
scores = [f1(tte[:, k], pte[:, k] > thresholds[k]) for k in range(len(LABELS))]
always = [f1(tte[:, k], np.ones(len(tte), bool)) for k in range(len(LABELS))]
for name, th, s, a in zip(LABELS, thresholds, scores, always):
    print(f"{name:9s} threshold {th:.2f}  test F1 {s:.3f}  (always yes: {a:.3f})")
print(f"macro F1 on test {np.mean(scores):.3f}")
