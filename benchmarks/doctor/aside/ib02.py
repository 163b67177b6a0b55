# Disease progression (sklearn's diabetes table) with a small regression net.
import argparse

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=80)
parser.add_argument("--lr", type=float, default=2e-3)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--hidden", type=int, default=32)
parser.add_argument("--seed", type=int, default=0)


class TableDataset(Dataset):
    def __init__(self, features, target):
        self.features = torch.as_tensor(features, dtype=torch.float32)
        self.target = torch.as_tensor(target, dtype=torch.float32)

    def __len__(self):
        return len(self.features)

    def __getitem__(self, i):
        return self.features[i], self.target[i]


class Regressor(nn.Module):
    def __init__(self, n_features, hidden):
        super().__init__()
        self.fc1 = nn.Linear(n_features, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x):
        x = torch.relu(self.fc1(x))
        x = torch.relu(self.fc2(x))
        return self.out(x)


@torch.no_grad()
def predict(model, loader):
    model.eval()
    return np.concatenate([model(x).numpy().ravel() for x, _ in loader])


def main(args):
    torch.manual_seed(args.seed)
    X, y = load_diabetes(return_X_y=True)
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, random_state=args.seed)

    x_mean, x_std = X_tr.mean(axis=0), X_tr.std(axis=0)
    y_mean, y_std = y_tr.mean(), y_tr.std()

    train_ds = TableDataset((X_tr - x_mean) / x_std, (y_tr - y_mean) / y_std)
    test_ds = TableDataset((X_te - x_mean) / x_std, (y_te - y_mean) / y_std)
    train_dl = DataLoader(train_ds, batch_size=args.batch_size, shuffle=True)
    test_dl = DataLoader(test_ds, batch_size=128)

    model = Regressor(X.shape[1], args.hidden)
    loss_fn = nn.MSELoss()
    opt = torch.optim.Adam(model.parameters(), lr=args.lr, weight_decay=1e-4)

    for epoch in range(args.epochs):
        model.train()
        losses = []
        for features, target in train_dl:
            opt.zero_grad()
            prediction = model(features)
            loss = loss_fn(prediction, target)
            loss.backward()
            opt.step()
            losses.append(loss.item())
        if (epoch + 1) % 20 == 0:
            print(f"epoch {epoch + 1}: train mse {np.mean(losses):.3f}")

    # back to the original unit for the report
    y_hat = predict(model, test_dl) * y_std + y_mean
    print(f"test R2  {r2_score(y_te, y_hat):.3f}")
    print(f"test MAE {np.abs(y_te - y_hat).mean():.1f}")


if __name__ == "__main__":
    main(parser.parse_args())
