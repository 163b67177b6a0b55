"""Ordinal regression (cumulative logits, CORAL style) on the diabetes data of scikit-learn, five ordered classes,
stratified 5-fold cross validation, stochastic weight averaging at the end of every fold, out-of-fold QWK."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_diabetes
from sklearn.metrics import cohen_kappa_score, mean_absolute_error
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch.optim.swa_utils import SWALR, AveragedModel
from torch.utils.data import DataLoader, TensorDataset

K, FOLDS, EPOCHS, SWA_FROM = 5, 5, 60, 40

X, target = load_diabetes(return_X_y=True)
# grades with fixed borders of the disease score
y = np.digitize(target, [85, 120, 165, 220])
print("class counts", np.bincount(y, minlength=K))


class Coral(nn.Module):
    def __init__(self, d_in):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(d_in, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1, bias=False))
        # decreasing thresholds: first one free, the others by positive gaps
        self.first = nn.Parameter(torch.tensor(1.5))
        self.gaps = nn.Parameter(torch.full((K - 2,), 0.5))

    def forward(self, x):
        cuts = torch.cat([self.first[None], self.first - F.softplus(self.gaps).cumsum(0)])
        return self.body(x) + cuts  # logit of P(y > k), k = 0..K-2


def levels(t):
    return (t[:, None] > torch.arange(K - 1)).float()


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return (torch.sigmoid(model(x)) > 0.5).sum(1).numpy()


oof = np.full(len(y), -1)
for fold, (tr, va) in enumerate(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(X, y)):
    torch.manual_seed(fold)
    scaler = StandardScaler().fit(X[tr])
    xtr = torch.tensor(scaler.transform(X[tr]), dtype=torch.float32)
    xva = torch.tensor(scaler.transform(X[va]), dtype=torch.float32)
    ttr = torch.tensor(y[tr])
    loader = DataLoader(TensorDataset(xtr, levels(ttr)), batch_size=32, shuffle=True, drop_last=True)

    model = Coral(X.shape[1])
    opt = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-2)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(opt, SWA_FROM, eta_min=1e-3)
    swa, swa_sched = AveragedModel(model), SWALR(opt, swa_lr=2e-3, anneal_epochs=5)
    first = last = None
    for epoch in range(EPOCHS):
        model.train()
        run = 0.0
        for xb, lb in loader:
            loss = F.binary_cross_entropy_with_logits(model(xb), lb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            run += loss.item() / len(loader)
        first, last = (run if first is None else first), run
        if epoch >= SWA_FROM:
            swa.update_parameters(model)
            swa_sched.step()
        else:
            cosine.step()
    oof[va] = predict(swa, xva)
    qwk = cohen_kappa_score(y[va], oof[va], weights="quadratic")
    print(f"fold {fold}: loss {first:.3f} -> {last:.3f}  QWK {qwk:.3f}  (last weights {cohen_kappa_score(y[va], predict(model, xva), weights='quadratic'):.3f})")

assert (oof >= 0).all()
median = np.full(len(y), int(np.median(y)))
print(f"out of fold: QWK {cohen_kappa_score(y, oof, weights='quadratic'):.3f}  MAE {mean_absolute_error(y, oof):.3f} (always the median: {mean_absolute_error(y, median):.3f})")
