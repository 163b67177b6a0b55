import numpy as np
import torch
from sklearn.datasets import make_friedman1
from sklearn.metrics import r2_score
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Regressor:
    """sklearn-like wrapper around a small network"""

    def __init__(self, n_features, hidden=64, lr=0.01, epochs=60, batch_size=40, seed=0):
        torch.manual_seed(seed)
        self.net = nn.Sequential(
            nn.Linear(n_features, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Linear(hidden, 1),
        )
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=lr)
        self.loss_fn = nn.MSELoss()
        self.epochs = epochs
        self.batch_size = batch_size
        self.history = []

    def fit(self, X, y):
        self.x_mean, self.x_std = X.mean(0), X.std(0)
        self.y_mean, self.y_std = y.mean(), y.std()
        xs = torch.tensor((X - self.x_mean) / self.x_std, dtype=torch.float32)
        ys = torch.tensor((y - self.y_mean) / self.y_std, dtype=torch.float32).reshape(-1, 1)
        loader = DataLoader(TensorDataset(xs, ys), batch_size=self.batch_size, shuffle=True)
        for epoch in range(1, self.epochs + 1):
            self.net.train()
            losses = []
            for xb, yb in loader:
                self.optimizer.zero_grad()
                loss = self.loss_fn(self.net(xb), yb)
                loss.backward()
                self.optimizer.step()
                losses.append(loss.item())
            self.history.append(np.mean(losses))
            if epoch % 5 == 0:
                print(f"epoch {epoch:3d}  mse {self.history[-1]:.4f}")
        return self

    def predict(self, X):
        self.net.eval()
        xs = torch.tensor((X - self.x_mean) / self.x_std, dtype=torch.float32)
        with torch.no_grad():
            out = self.net(xs).squeeze(1).numpy()
        return out * self.y_std + self.y_mean


X, y = make_friedman1(n_samples=1200, n_features=8, noise=0.5, random_state=4)
X_train, y_train = X[:1000], y[:1000]
X_test, y_test = X[1000:], y[1000:]

reg = Regressor(n_features=X.shape[1])
reg.fit(X_train, y_train)
print("R2 train:", round(r2_score(y_train, reg.predict(X_train)), 3))
print("R2 test: ", round(r2_score(y_test, reg.predict(X_test)), 3))
