import argparse

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def friedman(n, rng):
    X = rng.uniform(size=(n, 10))
    y = (10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2
         + 10 * X[:, 3] + 5 * X[:, 4] + 0.5 * rng.normal(size=n))
    return X.astype("float32"), y.astype("float32")


class DeepRegressor(nn.Module):
    """MLP whose depth and width are set from the command line."""

    def __init__(self, n_in, width, depth):
        super().__init__()
        sizes = [n_in] + [width] * depth
        self.hidden = [nn.Linear(a, b) for a, b in zip(sizes[:-1], sizes[1:])]
        self.act = nn.ReLU()
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        for layer in self.hidden:
            x = self.act(layer(x))
        return self.out(x).squeeze(-1)


def r2(model, X, y):
    model.eval()
    with torch.no_grad():
        pred = model(X)
    return 1 - ((y - pred) ** 2).sum().item() / ((y - y.mean()) ** 2).sum().item()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--width", type=int, default=24)
    p.add_argument("--depth", type=int, default=4)
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=0)
    args = p.parse_args()

    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    X_train, y_train = friedman(2000, rng)
    X_valid, y_valid = friedman(1000, rng)

    mean, std = X_train.mean(0), X_train.std(0)
    y_mean, y_std = y_train.mean(), y_train.std()
    X_train, X_valid = (X_train - mean) / std, (X_valid - mean) / std
    y_train, y_valid = (y_train - y_mean) / y_std, (y_valid - y_mean) / y_std
    X_train, y_train, X_valid, y_valid = map(torch.from_numpy, (X_train, y_train, X_valid, y_valid))

    model = DeepRegressor(X_train.shape[1], args.width, args.depth)
    print("parameters:", sum(p.numel() for p in model.parameters()))

    loader = DataLoader(TensorDataset(X_train, y_train), batch_size=64, shuffle=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    loss_fn = nn.MSELoss()

    for epoch in range(args.epochs):
        model.train()
        for xb, yb in loader:
            loss = loss_fn(model(xb), yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1}: train R2 {r2(model, X_train, y_train):.3f}"
                  f"  valid R2 {r2(model, X_valid, y_valid):.3f}")


if __name__ == "__main__":
    main()
