"""Small MLP for the Friedman regression problem, train / validation / test split."""
import math

import torch
from sklearn.datasets import make_friedman1
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)

X, y = make_friedman1(n_samples=2400, n_features=10, noise=0.6, random_state=7)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, random_state=7)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, random_state=7)

x_mean, x_std = X_train.mean(axis=0), X_train.std(axis=0)
y_mean, y_std = y_train.mean(), y_train.std()


def to_dataset(features, target):
    features = torch.tensor((features - x_mean) / x_std, dtype=torch.float32)
    target = torch.tensor((target - y_mean) / y_std, dtype=torch.float32)
    return TensorDataset(features, target)


train_loader = DataLoader(to_dataset(X_train, y_train), batch_size=64, shuffle=True)
val_loader = DataLoader(to_dataset(X_val, y_val), batch_size=256)
test_loader = DataLoader(to_dataset(X_test, y_test), batch_size=256)


class Regressor(nn.Module):
    def __init__(self, n_in, width=64):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, 1),
        )

    def forward(self, x):
        return self.layers(x)


def log_cosh(prediction, target):
    """Smooth in the middle, linear for outliers."""
    diff = prediction - target
    return (diff + nn.functional.softplus(-2.0 * diff) - math.log(2.0)).mean()


@torch.no_grad()
def r_squared(net, loader):
    net.eval()
    preds, targets = [], []
    for xb, yb in loader:
        preds.append(net(xb).flatten())
        targets.append(yb)
    preds, targets = torch.cat(preds), torch.cat(targets)
    residual = ((targets - preds) ** 2).sum()
    total = ((targets - targets.mean()) ** 2).sum()
    return 1.0 - (residual / total).item()


net = Regressor(X.shape[1])
optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)

for epoch in range(1, 31):
    net.train()
    running = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = log_cosh(net(xb), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(xb)
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  loss {running / len(X_train):.4f}  val R2 {r_squared(net, val_loader):.3f}")

print(f"test R2 {r_squared(net, test_loader):.3f}")
