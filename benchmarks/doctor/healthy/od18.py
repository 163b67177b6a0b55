# one-step-ahead forecast with an LSTM
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(7)
torch.manual_seed(7)

t = np.arange(2400)
series = 10 + 3 * np.sin(2 * np.pi * t / 24) + 1.5 * np.sin(2 * np.pi * t / 168) + 0.002 * t + rng.normal(0, 0.4, len(t))
series = series.astype(np.float32)

n_train, n_val = 1600, 400
mu, sigma = series[:n_train].mean(), series[:n_train].std()
z = (series - mu) / sigma
WINDOW = 48


def windows(start, stop):
    """targets lie in [start, stop); the inputs may reach back before start"""
    first = max(start, WINDOW)
    x = np.stack([z[i - WINDOW:i] for i in range(first, stop)])
    return torch.tensor(x).unsqueeze(-1), torch.tensor(z[first:stop]).unsqueeze(-1)


x_tr, y_tr = windows(0, n_train)
x_va, y_va = windows(n_train, n_train + n_val)
x_te, y_te = windows(n_train + n_val, len(z))


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        h, _ = self.lstm(x)
        return x[:, -1] + self.out(h[:, -1])      # predicts the change


model = Forecaster()
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=2)
best, wait = (np.inf, None), 0
for epoch in range(25):
    model.train()
    for idx in torch.randperm(len(x_tr)).split(64):
        opt.zero_grad(set_to_none=True)
        loss = nn.functional.mse_loss(model(x_tr[idx]), y_tr[idx])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    model.eval()
    with torch.no_grad():
        val = nn.functional.mse_loss(model(x_va), y_va).item()
    plateau.step(val)
    if val < best[0] - 1e-4:
        best, wait = (val, {k: v.clone() for k, v in model.state_dict().items()}), 0
    else:
        wait += 1
    print(f"epoch {epoch} val mse {val:.4f} lr {opt.param_groups[0]['lr']:.5f}")
    if wait == 6:
        break

model.load_state_dict(best[1])
model.eval()
with torch.no_grad():
    pred = model(x_te)
rmse = lambda a, b: float(torch.sqrt(torch.mean((a - b) ** 2)) * sigma)
print("LSTM             ", rmse(pred, y_te))
print("last value       ", rmse(x_te[:, -1], y_te))
print("same hour, a day ago", rmse(x_te[:, -24], y_te))
