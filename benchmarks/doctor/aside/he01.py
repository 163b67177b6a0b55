"""Forecast the load of a substation six hours ahead with an LSTM."""
import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

WINDOW = 48
HORIZON = 6
HOURS = 3200

torch.manual_seed(3)
torch.set_num_threads(2)


def make_load(hours):
    t = torch.arange(hours, dtype=torch.float32)
    daily = torch.sin(2 * math.pi * t / 24)
    weekly = 0.3 * torch.sin(2 * math.pi * t / 168 + 0.7)
    return 50 + 12 * (daily + weekly) + 1.0 * torch.randn(hours)


def windows(series):
    xs, ys = [], []
    for start in range(len(series) - WINDOW - HORIZON + 1):
        end = start + WINDOW
        xs.append(series[start:end])
        ys.append(series[end + HORIZON - 1])
    return torch.stack(xs).unsqueeze(-1), torch.stack(ys)


class LoadForecaster(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.lstm = nn.LSTM(input_size=1, hidden_size=hidden, num_layers=1)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        # x: (batch, time, 1)
        out, _ = self.lstm(x)
        return self.head(out[:, -1]).squeeze(-1)


load = make_load(HOURS)
cut = int(0.8 * HOURS)
train_raw, val_raw = load[:cut], load[cut:]
mean, std = train_raw.mean(), train_raw.std()
x_train, y_train = windows((train_raw - mean) / std)
x_val, y_val = windows((val_raw - mean) / std)

train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True)
val_loader = DataLoader(TensorDataset(x_val, y_val), batch_size=64)

model = LoadForecaster()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
criterion = nn.MSELoss()

for epoch in range(12):
    model.train()
    total = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * len(xb)

    model.eval()
    squared = 0.0
    with torch.no_grad():
        for xb, yb in val_loader:
            squared += ((model(xb) - yb) ** 2).sum().item()
    rmse = math.sqrt(squared / len(y_val)) * std.item()
    print(f"epoch {epoch + 1:2d}  train mse {total / len(y_train):.4f}  val rmse {rmse:.2f} MW")

same_hour = x_val[:, WINDOW - 24 + HORIZON - 1, 0]
naive = ((same_hour - y_val) ** 2).mean().sqrt().item() * std.item()
print(f"same hour yesterday: rmse {naive:.2f} MW")
