# 5-fold cross-validation of an MLP on the diabetes data; all scaling is fitted inside the fold.
import copy

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.linear_model import RidgeCV
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import KFold, train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

X, target = load_diabetes(return_X_y=True, scaled=False)
target = target[:, None]


def to_tensor(a):
    return torch.from_numpy(np.asarray(a, dtype=np.float32))


def fit_fold(X_fit, y_fit, X_stop, y_stop, seed):
    torch.manual_seed(seed)
    model = nn.Sequential(
        nn.Linear(X_fit.shape[1], 64), nn.SiLU(), nn.Dropout(0.2),
        nn.Linear(64, 32), nn.SiLU(), nn.Dropout(0.2),
        nn.Linear(32, 1),
    )
    loader = DataLoader(TensorDataset(X_fit, y_fit), batch_size=32, shuffle=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=4)
    criterion = nn.MSELoss()
    best_loss, best_state, bad_epochs = float("inf"), None, 0
    for epoch in range(100):
        model.train()
        for xb, yb in loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.inference_mode():
            stop_loss = criterion(model(X_stop), y_stop).item()
        scheduler.step(stop_loss)
        if stop_loss < best_loss - 1e-4:
            best_loss, best_state, bad_epochs = stop_loss, copy.deepcopy(model.state_dict()), 0
        else:
            bad_epochs += 1
            if bad_epochs >= 15:
                break
    model.load_state_dict(best_state)
    return model.eval(), epoch + 1


oof, linear = np.zeros_like(target), np.zeros_like(target)
for fold, (tr, te) in enumerate(KFold(5, shuffle=True, random_state=0).split(X)):
    fit, stop = train_test_split(tr, test_size=0.15, random_state=fold)
    sx, sy = StandardScaler().fit(X[fit]), StandardScaler().fit(target[fit])
    net, n_epochs = fit_fold(
        to_tensor(sx.transform(X[fit])), to_tensor(sy.transform(target[fit])),
        to_tensor(sx.transform(X[stop])), to_tensor(sy.transform(target[stop])), seed=fold)
    with torch.inference_mode():
        oof[te] = sy.inverse_transform(net(to_tensor(sx.transform(X[te]))).numpy())
    linear[te] = RidgeCV().fit(sx.transform(X[tr]), target[tr].ravel()).predict(sx.transform(X[te]))[:, None]
    print(f"fold {fold}: {n_epochs} epochs, R2 {r2_score(target[te], oof[te]):.3f}")

print(f"out of fold: MLP R2 {r2_score(target, oof):.3f}, MAE {mean_absolute_error(target, oof):.1f}; "
      f"ridge R2 {r2_score(target, linear):.3f}")
