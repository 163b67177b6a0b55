"""Regression on the diabetes data with a small MLP (PyTorch)."""
import argparse

import torch
import torch.nn as nn
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--seed", type=int, default=3)
    return p.parse_args()


def r2(pred, target):
    pred, target = pred.reshape(-1), target.reshape(-1)
    ss_res = ((target - pred) ** 2).sum()
    ss_tot = ((target - target.mean()) ** 2).sum()
    return (1 - ss_res / ss_tot).item()


def main():
    opt = parse()
    torch.manual_seed(opt.seed)

    X, y = load_diabetes(return_X_y=True)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, random_state=opt.seed)

    X_tr = torch.as_tensor(X_tr, dtype=torch.float32)
    X_te = torch.as_tensor(X_te, dtype=torch.float32)
    y_tr = torch.as_tensor(y_tr, dtype=torch.float32)
    y_te = torch.as_tensor(y_te, dtype=torch.float32)

    # both to about unit scale, numbers from the training part
    x_mu, x_sd = X_tr.mean(0), X_tr.std(0)
    y_mu, y_sd = y_tr.mean(), y_tr.std()
    X_tr, X_te = (X_tr - x_mu) / x_sd, (X_te - x_mu) / x_sd
    y_tr_n = (y_tr - y_mu) / y_sd

    loader = torch.utils.data.DataLoader(
        torch.utils.data.TensorDataset(X_tr, y_tr_n),
        batch_size=opt.batch_size,
        shuffle=True,
    )

    model = nn.Sequential(
        nn.Linear(10, 32),
        nn.ReLU(),
        nn.Linear(32, 1),
    )
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=opt.lr, weight_decay=1e-3)

    for epoch in range(opt.epochs):
        model.train()
        total = 0.0
        for xb, yb in loader:
            out = model(xb)
            loss = loss_fn(out, yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(xb)
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1:3d}  mse {total / len(X_tr):.4f}")

    model.eval()
    with torch.no_grad():
        pred_tr = model(X_tr) * y_sd + y_mu
        pred_te = model(X_te) * y_sd + y_mu
    print(f"R2 train {r2(pred_tr, y_tr):.3f}   R2 test {r2(pred_te, y_te):.3f}")
    print("first five:", [round(v) for v in pred_te[:5, 0].tolist()], [round(v) for v in y_te[:5].tolist()])


if __name__ == "__main__":
    main()
