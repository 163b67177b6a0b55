# %% [markdown]
# # Heat demand, one day ahead
# Hourly demand; from the last 48 hours predict the value 24 hours later.

# %%
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(3)
rng = np.random.default_rng(3)

# %% hourly series: a slow drift that nobody knows in advance, plus the daily rhythm
hours = 3000
shocks = np.zeros(hours)
for h in range(1, hours):
    shocks[h] = 0.93 * shocks[h - 1] + 0.03 * rng.normal()
drift = np.cumsum(shocks)
demand = drift + 0.8 * np.sin(2 * np.pi * np.arange(hours) / 24)
demand = demand.astype("float32")

# %% windows
LOOKBACK, HORIZON = 48, 24
X, y = [], []
for start in range(hours - LOOKBACK - HORIZON + 1):
    past = demand[start:start + LOOKBACK]
    future = demand[start + LOOKBACK + HORIZON - 1]
    X.append(past - past[-1])          # everything relative to "now"
    y.append(future - past[-1])
X = torch.from_numpy(np.stack(X))
y = torch.from_numpy(np.array(y, dtype="float32")).unsqueeze(1)
print("windows:", tuple(X.shape))

# %%
dataset = TensorDataset(X, y)
n_test = int(0.2 * len(dataset))
train_set, test_set = random_split(
    dataset, [len(dataset) - n_test, n_test], generator=torch.Generator().manual_seed(0)
)
train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
test_loader = DataLoader(test_set, batch_size=256)

# %%
model = nn.Sequential(
    nn.Linear(LOOKBACK, 256), nn.ReLU(),
    nn.Linear(256, 256), nn.ReLU(),
    nn.Linear(256, 1),
)
loss_fn = nn.L1Loss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)


def mae(loader):
    model.eval()
    err = n = 0
    with torch.no_grad():
        for xb, yb in loader:
            err += (model(xb) - yb).abs().sum().item()
            n += len(yb)
    return err / n


# %%
EPOCHS = 80
for epoch in range(EPOCHS):
    model.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss_fn(model(xb), yb).backward()
        optimizer.step()
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1}  train MAE {mae(train_loader):.3f}")

# %% how good is it on hours it has not seen?
naive = torch.cat([yb for _, yb in test_loader]).abs().mean().item()
print(f"MAE next-day forecast, held-out: {mae(test_loader):.3f}")
print(f"MAE of 'same as now':            {naive:.3f}")
