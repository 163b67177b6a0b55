# Forecast the next value of a noisy signal from the last 24 values.
import numpy as np
import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

accelerator = Accelerator()
torch.manual_seed(0)
rng = np.random.default_rng(0)

WINDOW = 24
t = np.arange(3000)
series = np.sin(2 * np.pi * t / 50) + 0.5 * np.sin(2 * np.pi * t / 17) + 0.05 * rng.standard_normal(len(t))

# split in time, scale with the training part
cut = 2400
mu, sigma = series[:cut].mean(), series[:cut].std()
series = (series - mu) / sigma


def windows(values):
    xs = np.stack([values[i:i + WINDOW] for i in range(len(values) - WINDOW)])
    ys = values[WINDOW:]
    return TensorDataset(
        torch.tensor(xs, dtype=torch.float32).unsqueeze(-1),
        torch.tensor(ys, dtype=torch.float32).unsqueeze(-1),
    )


train_loader = DataLoader(windows(series[:cut]), batch_size=64, shuffle=True)
test_loader = DataLoader(windows(series[cut:]), batch_size=256)


class Forecaster(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        _, h = self.gru(x)
        return self.head(h[-1])


model = Forecaster()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
criterion = nn.MSELoss()

model, optimizer, train_loader, test_loader = accelerator.prepare(model, optimizer, train_loader, test_loader)

for epoch in range(15):
    model.train()
    losses = []
    for x, y in train_loader:
        loss = criterion(model(x), y)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())

    model.eval()
    errors = []
    with torch.no_grad():
        for x, y in test_loader:
            pred, y = accelerator.gather_for_metrics((model(x), y))
            errors.append((pred - y) ** 2)
    rmse = torch.cat(errors).mean().sqrt().item()
    accelerator.print(f"epoch {epoch:2d}  train mse {np.mean(losses):.4f}  test rmse {rmse:.4f}")

naive = np.sqrt(np.mean(np.diff(series[cut:]) ** 2))
accelerator.print(f"(repeating the last value gives rmse {naive:.4f})")
