"""Tomorrow's visitors from the last two weeks. GRU in PyTorch, tables joined with pandas."""
import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

LOOKBACK, BATCH, MAX_EPOCHS, PATIENCE = 14, 32, 60, 8
torch.manual_seed(23)


def tables(days=1200, seed=23):
    rng = np.random.default_rng(seed)
    date = pd.date_range("2020-01-01", periods=days, freq="D")
    holiday = pd.DataFrame({"date": rng.choice(date, size=40, replace=False), "holiday": 1.0})
    is_hol = date.isin(holiday["date"]).astype(float)
    week = np.array([0, 2, 4, 3, 15, 40, 30])[date.day_of_week]
    drift = np.zeros(days)
    for t in range(1, days):
        drift[t] = 0.8 * drift[t - 1] + 5 * rng.standard_normal()
    count = 120 + week + drift + 50 * is_hol + 3 * rng.standard_normal(days)
    return pd.DataFrame({"date": date, "visitors": count}), holiday


visitors, holiday = tables()
df = visitors.merge(holiday, on="date", how="left", validate="one_to_one").sort_values("date")
df["holiday"] = df["holiday"].fillna(0.0)
assert len(df) == len(visitors) and df["date"].is_unique
weekday = 2 * np.pi * df["date"].dt.day_of_week.to_numpy() / 7

# the calendar of the day to be forecast is known beforehand, its visitor count is not
y = df["visitors"].to_numpy(np.float32)
calendar = np.stack([np.sin(weekday), np.cos(weekday), df["holiday"].to_numpy()], 1).astype(np.float32)

cut_val, cut_test = int(0.7 * len(df)), int(0.85 * len(df))
mean, std = y[:cut_val].mean(), y[:cut_val].std()
z = (y - mean) / std


def windows(first, last):
    """Targets on days first..last-1; the inputs are the LOOKBACK days before each of them."""
    days = range(max(first, LOOKBACK), last)
    past = np.stack([np.column_stack([z[t - LOOKBACK:t], calendar[t - LOOKBACK:t]]) for t in days])
    ahead = np.stack([calendar[t] for t in days])
    target = np.array([z[t] for t in days], dtype=np.float32)
    return TensorDataset(*map(torch.from_numpy, (past.astype(np.float32), ahead, target)))


train, val, test = windows(0, cut_val), windows(cut_val, cut_test), windows(cut_test, len(df))
train_loader = DataLoader(train, batch_size=BATCH, shuffle=True)    # each window keeps its own order


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(4, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden + 3, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, past, ahead):
        _, h = self.gru(past)
        return self.head(torch.cat([h[-1], ahead], dim=1)).squeeze(1)


@torch.no_grad()
def mae(model, dataset):
    model.eval()
    past, ahead, target = dataset.tensors
    return (model(past, ahead) - target).abs().mean().item() * float(std)


model = Forecaster()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=3)
best, best_state, waited = float("inf"), None, 0
for epoch in range(MAX_EPOCHS):
    model.train()
    for past, ahead, target in train_loader:
        opt.zero_grad(set_to_none=True)
        nn.functional.smooth_l1_loss(model(past, ahead), target).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    score = mae(model, val)
    plateau.step(score)
    if score < best:
        best, waited = score, 0
        best_state = {k: v.clone() for k, v in model.state_dict().items()}
    else:
        waited += 1
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  val MAE {score:.2f}  lr {opt.param_groups[0]['lr']:.1e}")
    if waited == PATIENCE:
        break

model.load_state_dict(best_state)
naive = np.abs(y[cut_test:] - y[cut_test - 7:-7]).mean()
print(f"test MAE {mae(model, test):.2f} visitors; same day last week {naive:.2f}")
