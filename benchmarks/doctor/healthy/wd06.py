# Anomaly detection with an autoencoder.
# Trained on normal rows only; the labelled validation rows choose the cut-off; test rows are only scored.
import os
import numpy as np
import torch
from torch import nn
from sklearn.metrics import average_precision_score, f1_score, roc_auc_score

rng = np.random.default_rng(17)
torch.manual_seed(17)

D, K = 16, 3
MIX = rng.normal(size=(K, D))


def normal_rows(n):
    return np.tanh(rng.normal(size=(n, K)) @ MIX) + 0.05 * rng.normal(size=(n, D))


def odd_rows(n):
    # each column looks right by itself, the columns do not belong together
    x = normal_rows(n * D).reshape(n, D, D)
    return x[:, np.arange(D), np.arange(D)]


def labelled(n_normal, n_odd):
    x = np.concatenate([normal_rows(n_normal), odd_rows(n_odd)])
    y = np.r_[np.zeros(n_normal, int), np.ones(n_odd, int)]
    return torch.tensor(x, dtype=torch.float32), y


train = torch.tensor(normal_rows(4000), dtype=torch.float32)
stop = torch.tensor(normal_rows(600), dtype=torch.float32)      # for early stopping
x_val, y_val = labelled(900, 100)
x_test, y_test = labelled(1800, 200)

ae = nn.Sequential(
    nn.Linear(D, 48), nn.SiLU(), nn.Linear(48, K),
    nn.Linear(K, 48), nn.SiLU(), nn.Linear(48, D),
)
opt = torch.optim.Adam(ae.parameters(), lr=3e-3)


def score(x):
    ae.eval()
    with torch.no_grad():
        return (ae(x) - x).pow(2).mean(1).numpy()


best, waited, state = np.inf, 0, None
for epoch in range(60):
    ae.train()
    for i in torch.randperm(len(train)).split(128):
        xb = train[i]
        opt.zero_grad()
        nn.functional.mse_loss(ae(xb), xb).backward()
        opt.step()
    v = float(score(stop).mean())
    if epoch % 5 == 0:
        print(f"{epoch:3d} reconstruction error on unseen normal rows {v:.5f}")
    if v < best - 1e-5:
        best, waited = v, 0
        state = {k: w.clone() for k, w in ae.state_dict().items()}
    else:
        waited += 1
        if waited == 8:
            break
ae.load_state_dict(state)

s_val = score(x_val)
cuts = np.quantile(s_val, np.linspace(0.5, 0.995, 100))
cut = max(cuts, key=lambda c: f1_score(y_val, s_val > c))
s_test = score(x_test)
print(f"test ROC AUC {roc_auc_score(y_test, s_test):.4f} (chance 0.5)")
print(f"test average precision {average_precision_score(y_test, s_test):.4f} (chance {y_test.mean():.2f})")
print(f"test F1 {f1_score(y_test, s_test > cut):.4f} at the cut {cut:.4f}"
      f" (calling all odd: {f1_score(y_test, np.ones_like(y_test)):.4f})")
os.makedirs("out/wd06", exist_ok=True)
torch.save({"model": state, "cut": float(cut)}, "out/wd06/ae.pt")
