# Searching for transiting planets in (simulated) light curves with a 1-D convolutional network.
# Notebook turned into a script.

# %% imports
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(51_2018)
torch.manual_seed(51)
N_STARS, QUARTERS, POINTS = 700, 3, 240


# %% simulate: each star is seen in three quarters; a planet host shows its transits in every one of them
def star(has_planet):
    sigma = rng.uniform(0.8e-3, 1.4e-3)                     # white noise of this star
    amp, rot = rng.uniform(0, 1.5e-3), rng.uniform(60, 200)  # star spots, in cadences
    depth, width, period = rng.uniform(4e-3, 9e-3), rng.integers(5, 10), rng.uniform(45, 80)
    flux = np.empty((QUARTERS, POINTS))
    for q in range(QUARTERS):
        t = np.arange(POINTS)
        f = 1 + amp * np.sin(2 * np.pi * t / rot + rng.uniform(0, 2 * np.pi)) + rng.normal(0, sigma, POINTS)
        if has_planet:
            f[(t - rng.uniform(0, period)) % period < width] -= depth
        if rng.random() < 0.3:                               # dead pixel, with and without a planet: one point only
            f[rng.integers(POINTS)] -= rng.uniform(4e-3, 9e-3)
        if rng.random() < 0.3:                               # flare, likewise: as wide as a transit, but brighter
            start = rng.integers(POINTS - 10)
            f[start:start + 8] += rng.uniform(4e-3, 9e-3)
        flux[q] = f * rng.uniform(0.5, 2.0)                  # different apertures
    return flux


host = rng.random(N_STARS) < 0.4
curves = np.stack([star(h) for h in host])

# %% every quarter is normalised by its own median, in units of 1e-3
curves = (curves / np.median(curves, axis=2, keepdims=True) - 1) * 1e3

# %% split BY STAR: the quarters of one star share its noise, its period and its depth
order = rng.permutation(N_STARS)
split = {"train": order[:420], "valid": order[420:560], "test": order[560:]}


def tensors(stars):
    x = torch.tensor(curves[stars].reshape(-1, 1, POINTS), dtype=torch.float32)
    y = torch.tensor(np.repeat(host[stars], QUARTERS), dtype=torch.float32)
    return x, y


data = {k: tensors(v) for k, v in split.items()}
train_loader = DataLoader(TensorDataset(*data["train"]), batch_size=32, shuffle=True, drop_last=True)
print({k: tuple(v[0].shape) for k, v in data.items()}, "hosts in training: %.2f" % data["train"][1].mean())

# %% network
net = nn.Sequential(
    nn.Conv1d(1, 12, kernel_size=9, padding=4), nn.BatchNorm1d(12), nn.ReLU(), nn.MaxPool1d(2),
    nn.Conv1d(12, 24, kernel_size=7, padding=3), nn.BatchNorm1d(24), nn.ReLU(),
    nn.AdaptiveMaxPool1d(1), nn.Flatten(), nn.Dropout(0.2), nn.Linear(24, 1), nn.Flatten(0),
)
criterion = nn.BCEWithLogitsLoss()
optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimiser, mode="min", factor=0.3, patience=2)


def probabilities(x):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(x))


def star_level(p):
    """A star's score is the mean over its quarters."""
    return p.reshape(-1, QUARTERS).mean(dim=1)


# %% training; the state with the smallest validation loss is kept
best, keep = np.inf, None
for epoch in range(20):
    net.train()
    for x, y in train_loader:
        optimiser.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        optimiser.step()
    p = probabilities(data["valid"][0])
    val = nn.functional.binary_cross_entropy(p, data["valid"][1]).item()
    plateau.step(val)
    if val < best:
        best, keep = val, {k: v.clone() for k, v in net.state_dict().items()}
    print(f"epoch {epoch:2d}  last batch {loss.item():.3f}  validation {val:.3f}  lr {optimiser.param_groups[0]['lr']:.1e}")
net.load_state_dict(keep)


# %% threshold: best F1 among the validation stars
def f1(pred, true):
    tp = (pred & true).sum().item()
    return 2 * tp / max(pred.sum().item() + true.sum().item(), 1)


score = star_level(probabilities(data["valid"][0]))
truth = torch.tensor(host[split["valid"]])
grid = np.linspace(0.05, 0.95, 37)
cut = float(grid[np.argmax([f1(score >= c, truth) for c in grid])])

# %% the test stars, once
score = star_level(probabilities(data["test"][0]))
truth = torch.tensor(host[split["test"]])
found = score >= cut
print(f"threshold {cut:.3f}")
print(f"test stars {len(truth)}: completeness {(found & truth).sum() / truth.sum():.3f}, "
      f"reliability {(found & truth).sum() / found.sum().clamp(min=1):.3f}, F1 {f1(found, truth):.3f}")
print(f"calling every star a host: F1 {f1(torch.ones_like(truth), truth):.3f}")
