import argparse

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, Dataset


class DiabetesDataset(Dataset):
    def __init__(self, features, targets):
        self.features = torch.from_numpy(features.astype(np.float32))
        self.targets = torch.from_numpy(targets.astype(np.float32))

    def __len__(self):
        return len(self.features)

    def __getitem__(self, i):
        return self.features[i], self.targets[i]


def build_model(n_in, hidden):
    return nn.Sequential(
        nn.Linear(n_in, hidden),
        nn.ReLU(),
        nn.Linear(hidden, 1),
    )


def evaluate(model, loader):
    model.eval()
    preds, golds = [], []
    with torch.no_grad():
        for xb, yb in loader:
            preds.append(model(xb).squeeze(1))
            golds.append(yb)
    return r2_score(torch.cat(golds).numpy(), torch.cat(preds).numpy())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--hidden", type=int, default=16)
    args = parser.parse_args()

    torch.manual_seed(42)
    X, y = load_diabetes(return_X_y=True)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, random_state=42)
    xs = StandardScaler().fit(X_tr)
    X_tr, X_te = xs.transform(X_tr), xs.transform(X_te)
    mean, std = y_tr.mean(), y_tr.std()
    y_tr, y_te = (y_tr - mean) / std, (y_te - mean) / std

    train_dl = DataLoader(DiabetesDataset(X_tr, y_tr), batch_size=args.batch_size, shuffle=True)
    test_dl = DataLoader(DiabetesDataset(X_te, y_te), batch_size=128)

    model = build_model(X.shape[1], args.hidden)
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr, weight_decay=1e-3)

    for epoch in range(args.epochs):
        model.train()
        losses = []
        for xb, yb in train_dl:
            pred = model(xb)
            loss = loss_fn(pred, yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        if (epoch + 1) % 5 == 0:
            print(f"epoch {epoch + 1:3d}  train mse {np.mean(losses):.4f}  train r2 {evaluate(model, train_dl):.3f}  test r2 {evaluate(model, test_dl):.3f}")


if __name__ == "__main__":
    main()
