# two spirals ... a classic. plain SGD with momentum and a decaying step.
import math

import torch
import torch.nn as nn
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset, random_split


def three_spirals(n_per_arm=600, noise=0.08, seed=0):
    g = torch.Generator().manual_seed(seed)
    xs, ys = [], []
    for arm in range(3):
        t = torch.rand(n_per_arm, generator=g)
        angle = 4.0 * t + arm * 2 * math.pi / 3
        radius = 0.2 + t
        pts = torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1)
        xs.append(pts + noise * torch.randn(n_per_arm, 2, generator=g))
        ys.append(torch.full((n_per_arm,), arm, dtype=torch.long))
    return TensorDataset(torch.cat(xs), torch.cat(ys))


class Runner:
    def __init__(self, model, epochs=30, lr=0.1):
        self.model = model
        self.epochs = epochs
        self.loss_fn = nn.CrossEntropyLoss()
        self.opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
        # a tenth of the step size after every ten epochs
        self.sched = StepLR(self.opt, step_size=10, gamma=0.1)

    def fit(self, train_dl, val_dl):
        for epoch in range(self.epochs):
            self.model.train()
            total, n = 0.0, 0
            for x, y in train_dl:
                self.opt.zero_grad()
                loss = self.loss_fn(self.model(x), y)
                loss.backward()
                self.opt.step()
                self.sched.step()
                total += loss.item() * len(y)
                n += len(y)
            if epoch % 5 == 4:
                print(f"epoch {epoch + 1:2d} loss {total / n:.4f} val acc {self.score(val_dl):.3f}")

    @torch.no_grad()
    def score(self, dl):
        self.model.eval()
        hits = n = 0
        for x, y in dl:
            hits += (self.model(x).argmax(dim=1) == y).sum().item()
            n += len(y)
        return hits / n


def main():
    torch.manual_seed(11)
    data = three_spirals()
    n_val = 360
    train_ds, val_ds = random_split(data, [len(data) - n_val, n_val],
                                    generator=torch.Generator().manual_seed(1))
    train_dl = DataLoader(train_ds, batch_size=32, shuffle=True)
    val_dl = DataLoader(val_ds, batch_size=180)

    model = nn.Sequential(
        nn.Linear(2, 64), nn.Tanh(),
        nn.Linear(64, 64), nn.Tanh(),
        nn.Linear(64, 3),
    )
    Runner(model).fit(train_dl, val_dl)


if __name__ == "__main__":
    main()
