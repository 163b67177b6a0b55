# Disease progression from ten measurements: a small MLP regressor.
import argparse
import pathlib

import torch
import torch.nn as nn
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=60)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--lr", type=float, default=3e-3)
parser.add_argument("--weight-decay", type=float, default=1e-2)
parser.add_argument("--seed", type=int, default=17)
parser.add_argument("--out", default="out/eb02")
args = parser.parse_args()

torch.manual_seed(args.seed)
out = pathlib.Path(args.out)
out.mkdir(parents=True, exist_ok=True)

X, y = load_diabetes(return_X_y=True)
X_train, X_valid, y_train, y_valid = train_test_split(X, y, test_size=0.2, random_state=args.seed)

scaler = StandardScaler().fit(X_train)
X_train = torch.tensor(scaler.transform(X_train), dtype=torch.float32)
X_valid = torch.tensor(scaler.transform(X_valid), dtype=torch.float32)

# the target on a friendly scale, too; statistics of the training rows
mu, sigma = y_train.mean(), y_train.std()
y_train = torch.tensor((y_train - mu) / sigma, dtype=torch.float32)
y_valid = torch.tensor((y_valid - mu) / sigma, dtype=torch.float32)

model = nn.Sequential(
    nn.Linear(X_train.shape[1], 32),
    nn.ReLU(),
    nn.Dropout(0.1),
    nn.Linear(32, 16),
    nn.ReLU(),
    nn.Linear(16, 1),
)
optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=args.weight_decay)


def mse(prediction, target):
    return ((prediction - target) ** 2).mean()


def evaluate():
    model.eval()
    with torch.no_grad():
        pred = model(X_valid).squeeze(1)
    err = mse(pred, y_valid)
    r2 = 1 - err / y_valid.var(unbiased=False)
    return err.item(), r2.item()


n = len(X_train)
for epoch in range(1, args.epochs + 1):
    model.train()
    order = torch.randperm(n)
    total = 0.0
    for start in range(0, n, args.batch_size):
        idx = order[start:start + args.batch_size]
        loss = mse(model(X_train[idx]), y_train[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(idx)
    if epoch % 5 == 0:
        v_loss, v_r2 = evaluate()
        print(f"epoch {epoch:3d}  train mse {total / n:.3f}  valid mse {v_loss:.3f}  valid R2 {v_r2:.3f}")

torch.save({"model": model.state_dict(), "mu": mu, "sigma": sigma}, out / "model.pt")
