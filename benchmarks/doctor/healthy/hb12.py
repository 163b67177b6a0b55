"""Anomaly detection: an autoencoder sees benign rows only; malignant ones should rebuild badly."""
import copy
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler
from torch import nn

OUT = Path("out/hb12")
OUT.mkdir(parents=True, exist_ok=True)
torch.manual_seed(8)
rng = np.random.default_rng(8)

table = load_breast_cancer()
benign = rng.permutation(table.data[table.target == 1])
malignant = table.data[table.target == 0]
b_train, b_val, b_test = benign[:220], benign[220:280], benign[280:]

scaler = StandardScaler().fit(b_train)


def prep(rows):
    return torch.tensor(scaler.transform(rows), dtype=torch.float32)


x_train, x_val = prep(b_train), prep(b_val)
x_test = torch.cat([prep(b_test), prep(malignant)])
is_anomaly = np.r_[np.zeros(len(b_test)), np.ones(len(malignant))]

model = nn.Sequential(
    nn.Linear(30, 20), nn.Tanh(),
    nn.Linear(20, 5),
    nn.Linear(5, 20), nn.Tanh(),
    nn.Linear(20, 30),
)
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=8)


def row_error(x):
    model.eval()
    with torch.no_grad():
        return (model(x) - x).pow(2).mean(dim=1)


best, best_state, waited = float("inf"), None, 0
for epoch in range(200):
    model.train()
    for idx in torch.randperm(len(x_train)).split(32):
        x = x_train[idx]
        noisy = x + 0.1 * torch.randn_like(x)
        loss = nn.functional.mse_loss(model(noisy), x)
        opt.zero_grad()
        loss.backward()
        opt.step()

    val = row_error(x_val).mean().item()
    sched.step(val)
    if val < best - 1e-4:
        best, best_state, waited = val, copy.deepcopy(model.state_dict()), 0
    else:
        waited += 1
        if waited == 25:
            print("stopped in epoch", epoch)
            break
    if epoch % 20 == 0:
        print(f"epoch {epoch:3d}  val error {val:.4f}  lr {opt.param_groups[0]['lr']:.1e}")

model.load_state_dict(best_state)
limit = row_error(x_val).quantile(0.95).item()
errors = row_error(x_test).numpy()
flagged = errors > limit

print(f"AUC on unseen benign + malignant: {roc_auc_score(is_anomaly, errors):.3f}")
print(f"false alarms {flagged[is_anomaly == 0].mean():.3f}   found {flagged[is_anomaly == 1].mean():.3f}")
torch.save({"state": best_state, "limit": limit}, OUT / "ae.pt")
