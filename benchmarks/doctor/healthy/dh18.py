"""A small search over learning rates. Chosen on the validation rows, told on the test rows."""
from dataclasses import dataclass

import torch
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Split:
    x: torch.Tensor
    y: torch.Tensor


def data():
    X, y = load_diabetes(return_X_y=True, scaled=False)
    X1, X_te, y1, y_te = train_test_split(X, y, test_size=0.2, random_state=2)
    X_tr, X_va, y_tr, y_va = train_test_split(X1, y1, test_size=0.25, random_state=2)
    xm, xs, ym, ys = X_tr.mean(0), X_tr.std(0), y_tr.mean(), y_tr.std()
    f = lambda a, b: Split(torch.tensor((a - xm) / xs).float(), torch.tensor((b - ym) / ys).float().unsqueeze(1))
    return f(X_tr, y_tr), f(X_va, y_va), f(X_te, y_te), float(ys)


def mse(net, part):
    net.eval()
    with torch.no_grad():
        return nn.functional.mse_loss(net(part.x), part.y).item()


def fit(lr, train, valid, epochs=30):
    torch.manual_seed(31)                       # the same start and the same order for each candidate
    net = nn.Sequential(nn.Linear(10, 32), nn.SiLU(), nn.Dropout(0.3), nn.Linear(32, 1))
    opt = torch.optim.AdamW(net.parameters(), lr=lr, weight_decay=0.1)
    dl = DataLoader(TensorDataset(train.x, train.y), batch_size=32, shuffle=True)
    for _ in range(epochs):
        net.train()
        for xb, yb in dl:
            opt.zero_grad()
            nn.functional.mse_loss(net(xb), yb).backward()
            opt.step()
    return net, mse(net, valid)


if __name__ == "__main__":
    train, valid, test, unit = data()
    results = {}
    for lr in (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-1):     # a wide net on purpose
        net, v = fit(lr, train, valid)
        results[lr] = (v, net)
        print(f"lr {lr:<7g} validation mse {v:.4f}")
    lr, (v, net) = min(results.items(), key=lambda kv: kv[1][0])
    t = mse(net, test)
    print(f"chosen lr {lr:g}: test mse {t:.4f} (r2 about {1 - t / test.y.var().item():.2f}), rmse {t ** 0.5 * unit:.1f}")
