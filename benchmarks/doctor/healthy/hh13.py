"""House prices by district: districts in the test set are new to the model."""
import copy
import math

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.model_selection import GroupShuffleSplit

torch.manual_seed(31)
rng = np.random.default_rng(31)


def simulate(districts=60, houses=40):
    group = np.repeat(np.arange(districts), houses)
    n = len(group)
    area = rng.uniform(40, 200, n)
    age = rng.uniform(0, 90, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.7, n)), 1, None)
    centre = np.repeat(rng.uniform(0, 25, districts), houses) + rng.normal(0, 0.5, n)
    local = np.repeat(rng.normal(0, 0.05, districts), houses)
    log_price = (11 + 0.9 * np.log(area / 100) - 0.004 * age + 0.02 * rooms
                 - 0.03 * centre + local + rng.normal(0, 0.08, n))
    return np.column_stack([area, age, rooms, centre]), np.exp(log_price), group


def by_group(index, group, share, seed):
    gss = GroupShuffleSplit(n_splits=1, test_size=share, random_state=seed)
    a, b = next(gss.split(index, groups=group[index]))
    return index[a], index[b]


X, price, district = simulate()
dev, test = by_group(np.arange(len(X)), district, 0.2, seed=1)
train, val = by_group(dev, district, 0.2, seed=2)
assert not set(district[train]) & set(district[val])
assert not set(district[dev]) & set(district[test])

x_mu, x_sd = X[train].mean(0), X[train].std(0)
target = np.log(price)
t_mu, t_sd = target[train].mean(), target[train].std()

def inputs(rows):
    return torch.tensor((X[rows] - x_mu) / x_sd, dtype=torch.float32)

def targets(rows):
    return torch.tensor((target[rows] - t_mu) / t_sd, dtype=torch.float32).unsqueeze(1)

loader = DataLoader(TensorDataset(inputs(train), targets(train)), batch_size=64,
                    shuffle=True, drop_last=True)
net = nn.Sequential(nn.Linear(4, 32), nn.SiLU(), nn.Linear(32, 32), nn.SiLU(), nn.Linear(32, 1))
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
plan = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=40)
huber = nn.HuberLoss()

best, kept = math.inf, None
for epoch in range(40):
    net.train()
    for xb, yb in loader:
        opt.zero_grad()
        huber(net(xb), yb).backward()
        opt.step()
    plan.step()

    net.eval()
    with torch.no_grad():
        val_loss = huber(net(inputs(val)), targets(val)).item()
    if val_loss < best:
        best, kept = val_loss, copy.deepcopy(net.state_dict())
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1}: validation loss {val_loss:.4f} (best {best:.4f})")

net.load_state_dict(kept)
net.eval()
with torch.no_grad():
    z = net(inputs(test)).squeeze(1).double().numpy()
guess = np.exp(z * t_sd + t_mu)          # back to money
mae = np.abs(guess - price[test]).mean()
base = np.abs(np.median(price[train]) - price[test]).mean()
print(f"test MAE {mae:,.0f}   always the median {base:,.0f}")
