# %% [markdown]
# Tabular playground: 5 folds x 2 seeds, out-of-fold score, mean of the probabilities for the test rows.
# %%
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import QuantileTransformer
from torch import nn

X, y = make_classification(3000, 20, n_informative=8, n_redundant=4, n_clusters_per_class=3, weights=[0.7, 0.3],
                           flip_y=0.02, class_sep=1.2, random_state=17)
X = X.astype(np.float32)
X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=17)

# %%
def fit_predict(Xa, ya, Xb, Xc, seed, epochs=14, bs=128):
    """Trains on (Xa, ya) for a fixed number of epochs, so the fold's own rows choose nothing."""
    torch.manual_seed(seed)
    scale = QuantileTransformer(n_quantiles=200, output_distribution="normal", random_state=seed).fit(Xa)
    Xa, Xb, Xc = (torch.tensor(scale.transform(v), dtype=torch.float32) for v in (Xa, Xb, Xc))
    ya = torch.tensor(ya, dtype=torch.float32)
    net = nn.Sequential(nn.Linear(20, 96), nn.BatchNorm1d(96), nn.ReLU(), nn.Dropout(0.2),
                        nn.Linear(96, 48), nn.ReLU(), nn.Linear(48, 1))
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    n = len(Xa)
    per_epoch = n // bs
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=6e-3, epochs=epochs, steps_per_epoch=per_epoch)
    net.train()
    for _ in range(epochs):
        order = torch.randperm(n)[: per_epoch * bs].view(per_epoch, bs)
        for rows in order:
            opt.zero_grad()
            nn.functional.binary_cross_entropy_with_logits(net(Xa[rows])[:, 0], ya[rows]).backward()
            opt.step()
            sched.step()
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(Xb)[:, 0]).numpy(), torch.sigmoid(net(Xc)[:, 0]).numpy()

# %%
SEEDS = [0, 1]
oof = np.zeros(len(y_dev))
test_pred = np.zeros(len(y_test))
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=2)
for k, (a, b) in enumerate(folds.split(X_dev, y_dev)):
    for seed in SEEDS:
        p_fold, p_test = fit_predict(X_dev[a], y_dev[a], X_dev[b], X_test, seed=100 * k + seed)
        oof[b] += p_fold / len(SEEDS)
        test_pred += p_test / (len(SEEDS) * folds.get_n_splits())
    print(f"fold {k}: auc {roc_auc_score(y_dev[b], oof[b]):.4f}")

# %%
# Platt scaling, fitted on the out-of-fold predictions: none of them was made by a net that had seen the row
def logit(p):
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return np.log(p / (1 - p))[:, None]

platt = LogisticRegression().fit(logit(oof), y_dev)
calibrated = platt.predict_proba(logit(test_pred))[:, 1]
grid = np.linspace(0.05, 0.95, 91)
oof_cal = platt.predict_proba(logit(oof))[:, 1]
threshold = grid[np.argmax([((oof_cal > g) == y_dev).mean() for g in grid])]
print(f"oof auc {roc_auc_score(y_dev, oof):.4f}, threshold {threshold:.2f}")
print(f"test auc {roc_auc_score(y_test, test_pred):.4f}, log loss {log_loss(y_test, calibrated):.4f}, "
      f"accuracy {((calibrated > threshold) == y_test).mean():.4f}")
