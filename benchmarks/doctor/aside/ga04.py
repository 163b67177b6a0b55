"""Disease progression from ten measurements (the diabetes set), MLP regression."""
import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Patients(Dataset):
    def __init__(self, X, y):
        self.X = torch.as_tensor(X, dtype=torch.float32)
        self.y = torch.as_tensor(y, dtype=torch.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.X[i], self.y[i]


def build_model(n_features):
    return nn.Sequential(
        nn.Linear(n_features, 32),
        nn.ReLU(),
        nn.Linear(32, 16),
        nn.ReLU(),
        nn.Linear(16, 1),
    )


def train_one_epoch(model, loader, loss_fn, opt):
    model.train()
    total = 0.0
    for X, y in loader:
        opt.zero_grad()
        pred = model(X)
        loss = loss_fn(pred, y)
        loss.backward()
        opt.step()
        total += loss.item() * len(y)
    return total / len(loader.dataset)


@torch.no_grad()
def predict(model, loader):
    model.eval()
    return np.concatenate([model(X).numpy().ravel() for X, _ in loader])


def main():
    torch.manual_seed(3)
    X, y = load_diabetes(return_X_y=True)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=3)

    x_scaler = StandardScaler().fit(X_train)
    y_mean, y_std = y_train.mean(), y_train.std()
    train_set = Patients(x_scaler.transform(X_train), (y_train - y_mean) / y_std)
    test_set = Patients(x_scaler.transform(X_test), (y_test - y_mean) / y_std)
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=128)

    model = build_model(X.shape[1])
    loss_fn = nn.MSELoss()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3, weight_decay=1e-3)

    for epoch in range(40):
        loss = train_one_epoch(model, train_loader, loss_fn, opt)
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: train mse (scaled) {loss:.4f}")

    pred = predict(model, test_loader) * y_std + y_mean
    print(f"test MAE {mean_absolute_error(y_test, pred):.1f}")
    print(f"test R2  {r2_score(y_test, pred):.3f}")


if __name__ == "__main__":
    main()
