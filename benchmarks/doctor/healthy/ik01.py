"""House heating demand: a small MLP regression with the error measures written out by hand."""
import copy

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 40
BATCH = 64


def make_houses(n, rng):
    area = rng.uniform(40, 240, n)
    age = rng.uniform(0, 90, n)
    outside = rng.normal(6, 7, n)
    floors = rng.integers(1, 4, n)
    demand = 0.06 * area * np.clip(19 - outside, 0, None) * (1 + age / 120) / 10 + 2.0 * floors
    demand = demand + rng.normal(0, 1.0, n)
    x = np.stack([area, age, outside, floors], axis=1).astype(np.float32)
    return x, demand.astype(np.float32)[:, None]


def mae(y, p):
    return float(np.abs(y - p).mean())


def rmse(y, p):
    return float(np.sqrt(((y - p) ** 2).mean()))


def r2(y, p):
    return float(1 - ((y - p) ** 2).sum() / ((y - y.mean()) ** 2).sum())


@torch.no_grad()
def predict(model, x):
    model.eval()
    return model(x).numpy()


def main():
    torch.manual_seed(3)
    rng = np.random.default_rng(3)
    x, y = make_houses(3000, rng)
    x_tr, x_va, x_te = x[:2000], x[2000:2500], x[2500:]
    y_tr, y_va, y_te = y[:2000], y[2000:2500], y[2500:]

    x_mean, x_std = x_tr.mean(axis=0), x_tr.std(axis=0)
    y_mean, y_std = y_tr.mean(), y_tr.std()
    x_tr, x_va, x_te = [torch.from_numpy((a - x_mean) / x_std) for a in (x_tr, x_va, x_te)]
    target = torch.from_numpy((y_tr - y_mean) / y_std)

    loader = DataLoader(TensorDataset(x_tr, target), batch_size=BATCH, shuffle=True)
    model = nn.Sequential(
        nn.Linear(4, 64), nn.SiLU(),
        nn.Linear(64, 64), nn.SiLU(),
        nn.Linear(64, 1),
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=5e-3, epochs=EPOCHS, steps_per_epoch=len(loader))
    loss_fn = nn.MSELoss()

    best, best_state = float("inf"), None
    for epoch in range(1, EPOCHS + 1):
        model.train()
        total, seen = 0.0, 0
        for xb, yb in loader:
            optimizer.zero_grad()
            loss = loss_fn(model(xb), yb)          # both (batch, 1)
            loss.backward()
            optimizer.step()
            scheduler.step()
            total += loss.item() * len(xb)
            seen += len(xb)
        val = rmse(y_va, predict(model, x_va) * y_std + y_mean)
        if val < best:
            best, best_state = val, copy.deepcopy(model.state_dict())
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}  train mse {total / seen:.4f}  val rmse {val:.3f} kWh")

    model.load_state_dict(best_state)
    p = predict(model, x_te) * y_std + y_mean
    print(f"test: mae {mae(y_te, p):.3f}  rmse {rmse(y_te, p):.3f}  r2 {r2(y_te, p):.4f}")
    base = np.full_like(y_te, y_mean)
    print(f"mean of the training rows: mae {mae(y_te, base):.3f}  r2 {r2(y_te, base):.4f}")


if __name__ == "__main__":
    main()
