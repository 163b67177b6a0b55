# diabetes progression: a small net against the linear baseline
import argparse

import torch
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, n_in, hidden):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_in, hidden), nn.ReLU(), nn.Dropout(0.1))
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.out(self.body(x))


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=150)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--hidden", type=int, default=32)
    p.add_argument("--batch", type=int, default=32)
    return p.parse_args()


def main():
    a = parse()
    torch.manual_seed(2)
    X, y = load_diabetes(return_X_y=True)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, random_state=2)

    x_mean, x_std = X_tr.mean(0), X_tr.std(0)
    y_mean, y_std = y_tr.mean(), y_tr.std()
    prep = lambda m: torch.tensor((m - x_mean) / x_std, dtype=torch.float32)
    targets = torch.tensor((y_tr - y_mean) / y_std, dtype=torch.float32)

    loader = DataLoader(TensorDataset(prep(X_tr), targets), batch_size=a.batch, shuffle=True)
    net = Net(X.shape[1], a.hidden)
    opt = torch.optim.AdamW(net.parameters(), lr=a.lr, weight_decay=1e-2)
    mse = nn.MSELoss()

    for epoch in range(a.epochs):
        net.train()
        total = 0.0
        for xb, yb in loader:
            pred = net(xb)
            loss = mse(pred, yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(xb)
        if (epoch + 1) % 25 == 0:
            print(f"epoch {epoch + 1}: mse {total / len(loader.dataset):.3f}")

    net.eval()
    with torch.no_grad():
        pred = net(prep(X_te)).squeeze(1).numpy() * y_std + y_mean
    linear = LinearRegression().fit(X_tr, y_tr)
    print(f"net    R2 {r2_score(y_te, pred):.3f}")
    print(f"linear R2 {r2_score(y_te, linear.predict(X_te)):.3f}")


if __name__ == "__main__":
    main()
