# One-step forecast of an hourly series with predicted spread.
# The rows are in time order and stay so: first 60 % train, then 20 % validation, then 20 % test.
import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)
rng = np.random.default_rng(8)
WINDOW = 48

hours = np.arange(5000)
noise = np.zeros(len(hours))
for t in range(1, len(hours)):
    noise[t] = 0.6 * noise[t - 1] + rng.normal(0, 0.25)
series = 20 + 4 * np.sin(2 * np.pi * hours / 24) + 2 * np.sin(2 * np.pi * hours / 168) + noise

train_raw, val_raw, test_raw = series[:3000], series[3000:4000], series[4000:]
centre, spread = train_raw.mean(), train_raw.std()


def windows(raw):
    z = torch.tensor((raw - centre) / spread, dtype=torch.float32)
    w = z.unfold(0, WINDOW + 1, 1)
    return w[:, :-1], w[:, -1]


x_train, y_train = windows(train_raw)
x_val, y_val = windows(val_raw)
x_test, y_test = windows(test_raw)


class Forecaster(nn.Module):
    def __init__(self, channels=24):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, channels, 5, stride=2), nn.ReLU(),
            nn.Conv1d(channels, channels, 5, stride=2), nn.ReLU(),
            nn.Flatten(),
        )
        with torch.no_grad():
            n_flat = self.features(torch.zeros(1, 1, WINDOW)).shape[1]
        self.dropout = nn.Dropout(0.1)
        self.hidden = nn.Linear(n_flat, 64)
        self.mean = nn.Linear(64, 1)
        self.raw_var = nn.Linear(64, 1)

    def forward(self, x):
        h = self.dropout(F.relu(self.hidden(self.features(x.unsqueeze(1)))))
        return self.mean(h).squeeze(-1), F.softplus(self.raw_var(h)).squeeze(-1) + 1e-4


model = Forecaster()
nll = nn.GaussianNLLLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=2, threshold_mode="abs")


def validation_loss():
    model.eval()
    with torch.no_grad():
        mean, var = model(x_val)
        return nll(mean, y_val, var).item()


best, best_state, stale = float("inf"), None, 0
for epoch in range(1, 41):
    model.train()
    for idx in torch.randperm(len(x_train)).split(64):   # order of the windows, not of the hours
        mean, var = model(x_train[idx])
        loss = nll(mean, y_train[idx], var)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()

    val = validation_loss()
    scheduler.step(val)
    if val < best - 1e-4:
        best, best_state, stale = val, copy.deepcopy(model.state_dict()), 0
    else:
        stale += 1
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  val nll {val:.4f}  lr {optimizer.param_groups[0]['lr']:.1e}")
    if stale == 8:
        print("stopped after epoch", epoch)
        break

model.load_state_dict(best_state)

# Test: point forecast in eval mode; for the interval, dropout is switched on on purpose (MC dropout).
model.eval()
with torch.no_grad():
    mean, _ = model(x_test)
    model.dropout.train()
    draws = [model(x_test) for _ in range(50)]
    model.dropout.eval()
mc_mean = torch.stack([m for m, _ in draws])
mc_var = mc_mean.var(dim=0) + torch.stack([v for _, v in draws]).mean(dim=0)
inside = ((y_test - mc_mean.mean(dim=0)).abs() < 1.96 * mc_var.sqrt()).float().mean().item()

mae = (mean - y_test).abs().mean().item() * spread
naive = (x_test[:, -1] - y_test).abs().mean().item() * spread
print(f"test MAE {mae:.3f} (last value repeated: {naive:.3f}), share inside the 95% interval {inside:.3f}")
