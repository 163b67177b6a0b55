"""Exponential moving average of the weights, written by hand, with a batch-normalised net."""
from contextlib import contextmanager

import torch
from sklearn.datasets import make_moons
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class EMA:
    def __init__(self, model, decay=0.99):
        self.decay = decay
        self.updates = 0
        self.shadow = {k: v.detach().clone() for k, v in model.state_dict().items()}

    @torch.no_grad()
    def update(self, model):
        self.updates += 1
        d = min(self.decay, (1 + self.updates) / (10 + self.updates))  # short memory at first
        for k, v in model.state_dict().items():
            if v.dtype.is_floating_point:
                self.shadow[k].lerp_(v, 1 - d)
            else:
                self.shadow[k].copy_(v)  # batch norm's counter is a whole number

    @contextmanager
    def applied(self, model):
        """The averaged weights for the time of the block, then the trained ones again."""
        backup = {k: v.detach().clone() for k, v in model.state_dict().items()}
        model.load_state_dict(self.shadow)
        try:
            yield model
        finally:
            model.load_state_dict(backup)


def accuracy(model, loader):
    model.eval()
    n = hits = 0
    with torch.no_grad():
        for x, y in loader:
            hits += int(((model(x).squeeze(-1) > 0) == (y > 0.5)).sum())
            n += len(y)
    return hits / n


def loader(seed, n, shuffle=False, mean=None, std=None):
    x, y = make_moons(n, noise=0.3, random_state=seed)
    x, y = torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)
    mean, std = (x.mean(0), x.std(0)) if mean is None else (mean, std)
    return DataLoader(TensorDataset((x - mean) / std, y), batch_size=64, shuffle=shuffle, drop_last=shuffle), mean, std


torch.manual_seed(6)
train, mean, std = loader(1, 2000, shuffle=True)
val, *_ = loader(2, 1000, mean=mean, std=std)  # other seeds: other rows of the same distribution
test, *_ = loader(3, 2000, mean=mean, std=std)

model = nn.Sequential(nn.Linear(2, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(),
                      nn.Linear(64, 1))
ema = EMA(model)
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)  # constant rate: the average settles it
bce = nn.BCEWithLogitsLoss()

for epoch in range(20):
    model.train()
    for x, y in train:
        opt.zero_grad()
        loss = bce(model(x).squeeze(-1), y)
        loss.backward()
        opt.step()
        ema.update(model)
    raw = accuracy(model, val)
    with ema.applied(model):
        avg = accuracy(model, val)
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1:2d}  loss {loss.item():.4f}  val: trained {raw:.4f}, averaged {avg:.4f}")

with ema.applied(model):
    print("test accuracy of the average", round(accuracy(model, test), 4))
