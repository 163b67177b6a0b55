"""One-step forecast of an hourly load curve with an LSTM on sliding windows."""
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)
np.random.seed(0)

WINDOW = 48
hours = np.arange(24 * 120)
load = (
    100
    + 20 * np.sin(2 * np.pi * hours / 24)
    + 8 * np.sin(2 * np.pi * hours / (24 * 7))
    + np.random.normal(0, 2.0, len(hours))
)

# oldest 70 % to learn, next 15 % to choose, newest 15 % to report
i1, i2 = int(len(load) * 0.70), int(len(load) * 0.85)
mean, std = load[:i1].mean(), load[:i1].std()
scaled = ((load - mean) / std).astype(np.float32)


class Windows(Dataset):
    def __init__(self, series, window):
        self.series = torch.from_numpy(series)
        self.window = window

    def __len__(self):
        return len(self.series) - self.window

    def __getitem__(self, i):
        x = self.series[i : i + self.window].unsqueeze(-1)
        y = self.series[i + self.window]
        return x, y


train_dl = DataLoader(Windows(scaled[:i1], WINDOW), batch_size=64, shuffle=True)
val_dl = DataLoader(Windows(scaled[i1:i2], WINDOW), batch_size=256)
test_dl = DataLoader(Windows(scaled[i2:], WINDOW), batch_size=256)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        out, _ = self.lstm(x)
        return self.head(out[:, -1]).squeeze(-1)


def mae(model, dl):
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for x, y in dl:
            total += (model(x) - y).abs().sum().item()
            count += len(y)
    return total / count * std


model = Forecaster()
opt = torch.optim.Adam(model.parameters(), lr=3e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=2)
for epoch in range(15):
    model.train()
    for x, y in train_dl:
        opt.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    val = mae(model, val_dl)
    plateau.step(val)
    print(f"epoch {epoch} val MAE {val:.2f} MW")

test = load[i2:]
naive = np.abs(test[WINDOW:] - test[WINDOW - 1 : -1]).mean()
print(f"test MAE {mae(model, test_dl):.2f} MW, last value repeated {naive:.2f} MW")
