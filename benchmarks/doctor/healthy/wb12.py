# ---
# multi-label tags: BCE with logits, one threshold per label (tuned on validation), macro F1 on test
# (was a notebook once)
# ---
import numpy as np
import torch
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score
from torch import nn

rng = np.random.default_rng(0)
torch.manual_seed(0)

# %% data
X, Y = make_multilabel_classification(n_samples=4000, n_features=40, n_classes=6, n_labels=2,
                                      length=60, random_state=4)
order = rng.permutation(len(X))
tr, va, te = np.split(order, [2600, 3300])
X = np.log1p(X)  # counts
mu, sd = X[tr].mean(axis=0), X[tr].std(axis=0) + 1e-8
X = torch.tensor((X - mu) / sd, dtype=torch.float32)
T = torch.tensor(Y, dtype=torch.float32)
print("label frequency (train):", Y[tr].mean(axis=0).round(2))

# %% model
net = nn.Sequential(nn.Linear(40, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, 6))
freq = T[tr].mean(dim=0)
pos_weight = ((1 - freq) / freq).clamp(max=5.0)  # mild: thresholds are tuned afterwards anyway
criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=2)


# %% helpers
def probs(rows):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(X[rows])).numpy()


def val_loss():
    net.eval()
    with torch.no_grad():
        return criterion(net(X[va]), T[va]).item()


# %% training
best, snapshot = np.inf, None
for epoch in range(25):
    net.train()
    shuffled = rng.permutation(tr)
    for start in range(0, len(shuffled), 64):
        rows = shuffled[start:start + 64]
        opt.zero_grad()
        loss = criterion(net(X[rows]), T[rows])
        loss.backward()
        opt.step()
    v = val_loss()
    plateau.step(v)
    if v < best:
        best, snapshot = v, {k: t.clone() for k, t in net.state_dict().items()}
    if epoch % 6 == 0:
        print(f"{epoch:2d} | last batch {loss.item():.4f} | val {v:.4f} | lr {opt.param_groups[0]['lr']:.1e}")
net.load_state_dict(snapshot)

# %% thresholds from validation rows
grid = np.arange(0.1, 0.91, 0.05)
p_va = probs(va)
thr = np.array([
    grid[np.argmax([f1_score(Y[va, k], (p_va[:, k] >= t).astype(int), zero_division=0) for t in grid])]
    for k in range(Y.shape[1])])
print("thresholds:", thr.round(2))

# %% report
p_te = probs(te)
macro = f1_score(Y[te], (p_te >= thr).astype(int), average="macro", zero_division=0)
all_on = f1_score(Y[te], np.ones_like(Y[te]), average="macro")
print(f"test macro F1 {macro:.3f}; every label switched on {all_on:.3f}")
