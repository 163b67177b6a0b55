# %% [markdown]
# # Is the network as sure as it ought to be?
# We train a wide net far past its best epoch **on purpose** and look at its calibration. The control is the
# same run, taken at the epoch with the lowest validation NLL. Both get one temperature,
# fitted on validation rows. The test rows are used once, at the bottom.

# %%
import copy
import os

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(11)
torch.set_num_threads(2)

X, y = make_classification(n_samples=8000, n_features=20, n_informative=10, n_redundant=2, n_classes=5,
                           n_clusters_per_class=2, class_sep=1.3, flip_y=0.15, shuffle=True, random_state=5)
cut = [2000, 4000]
scaler = StandardScaler().fit(X[: cut[0]])
X = scaler.transform(X).astype(np.float32)
x_train, x_val, x_test = (torch.from_numpy(a) for a in np.split(X, cut))
y_train, y_val, y_test = (torch.from_numpy(a).long() for a in np.split(y, cut))
loader = DataLoader(TensorDataset(x_train, y_train), batch_size=100, shuffle=True)

# %%
net = nn.Sequential(nn.Linear(20, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 5))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)


def logits_of(model, x):
    model.eval()
    with torch.no_grad():
        return model(x)


lowest, calm = float("inf"), None
for epoch in range(40):
    net.train()
    running = 0.0
    for xb, yb in loader:
        loss = F.cross_entropy(net(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        running += loss.item() * len(xb)
    nll = F.cross_entropy(logits_of(net, x_val), y_val).item()
    if nll < lowest:
        lowest, calm, calm_epoch = nll, copy.deepcopy(net), epoch
    if epoch % 5 == 0 or epoch == 39:
        print(f"epoch {epoch:2d}  train nll {running / len(x_train):.3f}  validation nll {nll:.3f}")
print("lowest validation nll at epoch", calm_epoch)

# %%
def fit_temperature(logits, labels):
    """One number T > 0 that minimises the NLL of logits / T; optimised as log T."""
    log_t = torch.zeros(1, requires_grad=True)
    lbfgs = torch.optim.LBFGS([log_t], lr=0.5, max_iter=100, line_search_fn="strong_wolfe")

    def closure():
        lbfgs.zero_grad()
        value = F.cross_entropy(logits / log_t.exp(), labels)
        value.backward()
        return value

    lbfgs.step(closure)
    return log_t.exp().item()


def ece(logits, labels, bins=15):
    """Expected calibration error of the top label, bins of equal width."""
    conf, guess = logits.softmax(1).max(1)
    hit = (guess == labels).float()
    edges = torch.linspace(0, 1, bins + 1)
    which = torch.bucketize(conf, edges[1:-1])
    total = 0.0
    for b in range(bins):
        inside = which == b
        if inside.any():
            total += inside.float().mean() * (conf[inside].mean() - hit[inside].mean()).abs()
    return float(total)


# %%
lines = [f"{'net':<10} {'T':>6} {'accuracy':>9} {'nll':>7} {'brier':>7} {'ece':>7}"]
onehot = F.one_hot(y_test, 5).float()
for name, model in (("overfit", net), ("stopped", calm)):
    t = fit_temperature(logits_of(model, x_val), y_val)
    raw = logits_of(model, x_test)
    for temp in (1.0, t):
        z = raw / temp
        acc = (z.argmax(1) == y_test).float().mean()
        brier = (z.softmax(1) - onehot).pow(2).sum(1).mean()
        lines.append(f"{name:<10} {temp:>6.2f} {acc:>9.3f} {F.cross_entropy(z, y_test):>7.3f} {brier:>7.3f} {ece(z, y_test):>7.3f}")
prior = torch.bincount(y_train, minlength=5).float() / len(y_train)
lines.append(f"class frequencies alone: accuracy {(y_test == prior.argmax()).float().mean():.3f}, "
             f"nll {F.nll_loss(prior.log().expand(len(y_test), 5), y_test):.3f}")
print("\n".join(lines))
os.makedirs("out/nd04", exist_ok=True)
with open("out/nd04/calibration.txt", "w") as f:
    f.write("\n".join(lines) + "\n")
