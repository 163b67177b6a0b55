# Blog: "Transfer learning without ImageNet"
# A small CNN learns the digits 0-4; its frozen features then help to learn 5-9 from 15 scans each.
import copy

import numpy as np
import torch
from torch import nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(5)

X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32").reshape(-1, 1, 8, 8)


def to_ds(x, t):
    return TensorDataset(torch.from_numpy(x), torch.from_numpy(t).long())


def three_way(x, t, train_size):
    x_tr, x_rest, t_tr, t_rest = train_test_split(x, t, train_size=train_size, stratify=t, random_state=0)
    x_va, x_te, t_va, t_te = train_test_split(x_rest, t_rest, test_size=0.5, stratify=t_rest, random_state=0)
    return to_ds(x_tr, t_tr), to_ds(x_va, t_va), to_ds(x_te, t_te)


class Net(nn.Module):
    def __init__(self, n_out):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 24, 3, padding=1), nn.BatchNorm2d(24), nn.ReLU(),
            nn.Conv2d(24, 48, 3, padding=1), nn.BatchNorm2d(48), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(48, 48, 3, padding=1), nn.BatchNorm2d(48), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten())
        self.head = nn.Linear(48 * 4, n_out)
        self.frozen = False

    def freeze_body(self):
        self.frozen = True
        for p in self.body.parameters():
            p.requires_grad_(False)
        return self.train(self.training)

    def train(self, mode=True):
        super().train(mode)
        if self.frozen:
            self.body.eval()               # the running statistics stay those of the first task
        return self

    def forward(self, x):
        return self.head(self.body(x))


@torch.no_grad()
def accuracy(net, ds):
    net.eval()
    x, t = ds.tensors
    return (net(x).argmax(1) == t).float().mean().item()


def fit(net, train_ds, val_ds, epochs, lr, batch=32, patience=8):
    params = [p for p in net.parameters() if p.requires_grad]
    opt = torch.optim.AdamW(params, lr=lr, weight_decay=1e-2)
    loss_fn = nn.CrossEntropyLoss()
    loader = DataLoader(train_ds, batch_size=batch, shuffle=True)
    x_val, t_val = val_ds.tensors
    best, best_state, waited = float("inf"), None, 0
    for epoch in range(epochs):
        net.train()
        for x, t in loader:
            opt.zero_grad()
            loss_fn(net(x), t).backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            val_loss = loss_fn(net(x_val), t_val).item()
        if val_loss < best:
            best, best_state, waited = val_loss, copy.deepcopy(net.state_dict()), 0
        else:
            waited += 1
            if waited == patience:
                break
    net.load_state_dict(best_state)
    print(f"  {epoch + 1} epochs, {sum(p.numel() for p in params)} trained parameters, "
          f"val loss {best:.3f}, val acc {accuracy(net, val_ds):.3f}")
    return net


low, high = y < 5, y >= 5
source = three_way(X[low], y[low], train_size=0.7)
target = three_way(X[high], y[high] - 5, train_size=75)
print("source rows", [len(d) for d in source], "target rows", [len(d) for d in target])

print("1. source task, digits 0-4")
base = fit(Net(5), source[0], source[1], epochs=30, lr=2e-3)
print(f"  test acc {accuracy(base, source[2]):.3f}")

print("2. target task, frozen body and a new head")
transfer = Net(5)
transfer.body.load_state_dict(base.body.state_dict())
transfer.freeze_body()
before = copy.deepcopy(transfer.body.state_dict())
fit(transfer, target[0], target[1], epochs=80, lr=1e-2)
assert all(torch.equal(v, before[k]) for k, v in transfer.body.state_dict().items())

print("3. target task, from scratch with the same 75 rows")
scratch = fit(Net(5), target[0], target[1], epochs=80, lr=2e-3)

counts = np.bincount(target[2].tensors[1].numpy())
print(f"target test acc: transfer {accuracy(transfer, target[2]):.3f}, scratch {accuracy(scratch, target[2]):.3f}, "
      f"majority {counts.max() / counts.sum():.3f}")
