"""MLP regression on the diabetes table."""
import argparse

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def get_data(seed):
    X, y = load_diabetes(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=seed)
    scaler = StandardScaler().fit(X_train)
    mean, std = y_train.mean(), y_train.std()
    train = TensorDataset(
        torch.tensor(scaler.transform(X_train), dtype=torch.float32),
        torch.tensor((y_train - mean) / std, dtype=torch.float32),
    )
    X_test = torch.tensor(scaler.transform(X_test), dtype=torch.float32)
    return train, X_test, y_test, mean, std


class Regressor(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, 32),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Linear(32, 1),
        )

    def forward(self, x):
        return self.layers(x)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    train, X_test, y_test, mean, std = get_data(args.seed)
    loader = DataLoader(train, batch_size=args.batch_size, shuffle=True)
    model = Regressor(X_test.shape[1])
    criterion = nn.MSELoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=1e-2)

    for epoch in range(args.epochs):
        model.train()
        epoch_loss = []
        for xb, yb in loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            epoch_loss.append(loss.item())
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1}: train mse {np.mean(epoch_loss):.4f}")

    model.eval()
    with torch.no_grad():
        pred = model(X_test).squeeze(1).numpy() * std + mean
    print(f"test MAE {mean_absolute_error(y_test, pred):.1f}   R2 {r2_score(y_test, pred):.3f}")


if __name__ == "__main__":
    main()
