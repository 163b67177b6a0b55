# %% One-step-ahead forecast of a noisy nonlinear process with a causal convolution net.
import copy
import pathlib

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset

OUT = pathlib.Path("out/he12")
OUT.mkdir(parents=True, exist_ok=True)
torch.manual_seed(4)
torch.set_num_threads(2)

# %% the process: a threshold autoregression with a slow season
rng = np.random.default_rng(4)
n = 4000
season = np.sin(2 * np.pi * np.arange(n) / 50)
z = np.zeros(n)
for i in range(2, n):
    slope = 0.5 if z[i - 1] > 0 else -0.4
    z[i] = slope * z[i - 1] + 0.2 * z[i - 2] + 0.6 * season[i] + 0.3 * rng.standard_normal()

# %% train | gap | validation | gap | test, in order of time
WINDOW = 64
parts = {"train": z[:2600], "valid": z[2600 + WINDOW : 3250], "test": z[3250 + WINDOW :]}
mu, sigma = parts["train"].mean(), parts["train"].std()


class Windows(Dataset):
    def __init__(self, values):
        self.values = torch.tensor((values - mu) / sigma, dtype=torch.float32)

    def __len__(self):
        return len(self.values) - WINDOW

    def __getitem__(self, i):
        return self.values[i : i + WINDOW].unsqueeze(0), self.values[i + WINDOW]


sets = {name: Windows(values) for name, values in parts.items()}
# the order of the training windows does not matter to the net: each carries its own history
loaders = {name: DataLoader(ds, batch_size=64, shuffle=(name == "train")) for name, ds in sets.items()}


# %%
class CausalConv(nn.Module):
    def __init__(self, c_in, c_out, dilation):
        super().__init__()
        self.pad = 2 * dilation
        self.conv = nn.Conv1d(c_in, c_out, kernel_size=3, dilation=dilation)

    def forward(self, x):
        return F.relu(self.conv(F.pad(x, (self.pad, 0))))


class TCN(nn.Module):
    def __init__(self, channels=24):
        super().__init__()
        self.first = CausalConv(1, channels, 1)
        self.rest = nn.ModuleList([CausalConv(channels, channels, d) for d in (2, 4, 8, 16)])
        self.head = nn.Linear(channels, 1)

    def forward(self, x):
        h = self.first(x)
        for layer in self.rest:
            h = h + layer(h)
        return self.head(h[:, :, -1]).squeeze(-1)


@torch.no_grad()
def mse(net, loader):
    net.eval()
    total = sum(F.mse_loss(net(x), y, reduction="sum").item() for x, y in loader)
    return total / len(loader.dataset)


# %%
net = TCN()
optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
best, best_state, waited = float("inf"), copy.deepcopy(net.state_dict()), 0
for epoch in range(30):
    net.train()
    for x, y in loaders["train"]:
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    score = mse(net, loaders["valid"])
    print(f"epoch {epoch:2d} valid mse {score:.4f}")
    if score < best:
        best, best_state, waited = score, copy.deepcopy(net.state_dict()), 0
    else:
        waited += 1
        if waited == 5:
            break

# %% the test part is looked at once
net.load_state_dict(best_state)
test_values = sets["test"].values
naive = F.mse_loss(test_values[WINDOW - 1 : -1], test_values[WINDOW:]).item()
print(f"test mse {mse(net, loaders['test']):.4f}   persistence {naive:.4f}   noise floor {(0.3 / sigma) ** 2:.4f}")
torch.save(best_state, OUT / "tcn.pt")
