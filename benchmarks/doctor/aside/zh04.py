import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_friedman1
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, Dataset


class SensorDataset(Dataset):
    def __init__(self, features, target):
        self.features = torch.tensor(features, dtype=torch.float32)
        self.target = torch.tensor(target, dtype=torch.float32)

    def __len__(self):
        return len(self.features)

    def __getitem__(self, idx):
        return self.features[idx], self.target[idx]


class Regressor(nn.Module):
    def __init__(self, n_in, n_hidden=64):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, n_hidden),
            nn.ReLU(),
            nn.Linear(n_hidden, n_hidden),
            nn.ReLU(),
            nn.Linear(n_hidden, 1),
        )

    def forward(self, x):
        return self.net(x)


class Runner:
    def __init__(self, model, lr=2e-3):
        self.model = model
        self.criterion = nn.MSELoss()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def train_epoch(self, loader):
        self.model.train()
        total, seen = 0.0, 0
        for xb, yb in loader:
            self.optimizer.zero_grad()
            out = self.model(xb)
            loss = self.criterion(out, yb)
            loss.backward()
            self.optimizer.step()
            total += loss.item() * len(xb)
            seen += len(xb)
        return total / seen

    def predict(self, loader):
        self.model.eval()
        outputs = []
        with torch.no_grad():
            for xb, _ in loader:
                outputs.append(self.model(xb).numpy().ravel())
        return np.concatenate(outputs)


torch.manual_seed(0)
X, y = make_friedman1(n_samples=1280, n_features=10, noise=0.5, random_state=0)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=256, random_state=0)

x_scaler = StandardScaler().fit(X_train)
y_mean, y_std = y_train.mean(), y_train.std()

train_loader = DataLoader(
    SensorDataset(x_scaler.transform(X_train), (y_train - y_mean) / y_std), batch_size=32, shuffle=True
)
test_loader = DataLoader(
    SensorDataset(x_scaler.transform(X_test), (y_test - y_mean) / y_std), batch_size=32
)

runner = Runner(Regressor(X.shape[1]))
for epoch in range(40):
    train_loss = runner.train_epoch(train_loader)
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  mse {train_loss:.4f}")

pred = runner.predict(test_loader) * y_std + y_mean
print("R2 :", round(r2_score(y_test, pred), 4))
print("MAE:", round(mean_absolute_error(y_test, pred), 4))
print("first predictions:", np.round(pred[:6], 2))
print("first targets    :", np.round(y_test[:6], 2))
