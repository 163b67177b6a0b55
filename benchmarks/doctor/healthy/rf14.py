"""Forecast a noisy seasonal series one step ahead from windows; chronological split."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

WINDOW = 48

class WindowDataset(Dataset):
    """(series[i : i + w], series[i + w]) pairs inside one contiguous piece."""
    def __init__(self, series, window):
        self.series = torch.as_tensor(series, dtype=torch.float32)
        self.window = window
    def __len__(self):
        return len(self.series) - self.window

    def __getitem__(self, i):
        return self.series[i:i + self.window].unsqueeze(-1), self.series[i + self.window]

class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = nn.GRU(1, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, 1)

    def forward(self, x):
        out, _ = self.rnn(x)
        return self.fc(out[:, -1]).squeeze(-1)   # all windows have the same length

def evaluate(model, loader):
    model.eval()
    se, n = 0.0, 0
    with torch.no_grad():
        for x, y in loader:
            se += (model(x) - y).pow(2).sum().item()
            n += y.numel()
    return (se / n) ** 0.5

rng = np.random.default_rng(10)
torch.manual_seed(10)
t = np.arange(3000)
series = 20 + 5 * np.sin(2 * np.pi * t / 24) + 3 * np.sin(2 * np.pi * t / 60) + rng.normal(0, 0.5, t.size)

n_train, n_val = 2000, 500
mu, sd = series[:n_train].mean(), series[:n_train].std()     # from the past only
scaled = (series - mu) / sd
parts = scaled[:n_train], scaled[n_train:n_train + n_val], scaled[n_train + n_val:]
train_dl = DataLoader(WindowDataset(parts[0], WINDOW), batch_size=64, shuffle=True)
val_dl, test_dl = (DataLoader(WindowDataset(p, WINDOW), batch_size=256) for p in parts[1:])

model = Forecaster()
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=8 * len(train_dl))
best = (float("inf"), None)
for epoch in range(8):
    model.train()
    for x, y in train_dl:
        opt.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        opt.step()
        sched.step()
    rmse = evaluate(model, val_dl)
    if rmse < best[0]:
        best = (rmse, {k: v.detach().clone() for k, v in model.state_dict().items()})
    print(f"epoch {epoch + 1} validation RMSE {rmse * sd:.3f}")

model.load_state_dict(best[1])
print(f"test RMSE {evaluate(model, test_dl) * sd:.3f} (noise has 0.5)")
test = series[n_train + n_val:]
print(f"naive, last value: {np.sqrt(np.mean((test[WINDOW:] - test[WINDOW - 1:-1]) ** 2)):.3f}")
