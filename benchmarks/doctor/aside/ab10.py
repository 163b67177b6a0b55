import numpy as np
import pandas as pd
import torch
from sklearn.datasets import make_friedman1
from torch import nn
from torch.utils.data import DataLoader, Dataset

features, target = make_friedman1(n_samples=1000, n_features=8, noise=0.5, random_state=5)
df = pd.DataFrame(features, columns=[f"sensor_{i}" for i in range(8)])
df["output"] = target
train_df, valid_df = df.iloc[:800], df.iloc[800:]
stats = train_df.agg(["mean", "std"])


class SensorData(Dataset):
    def __init__(self, frame):
        z = (frame - stats.loc["mean"]) / stats.loc["std"]
        self.x = z.drop(columns="output").to_numpy(dtype=np.float32)
        self.y = z[["output"]].to_numpy(dtype=np.float32)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU())
        self.head = nn.Linear(64, 1)

    def forward(self, x):
        return self.head(self.body(x))


def train_one_epoch(model, loader, optimizer, loss_fn):
    model.train()
    total = 0.0
    for x, y in loader:
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def validate(model, loader, loss_fn):
    model.eval()
    return sum(loss_fn(model(x), y).item() for x, y in loader) / len(loader)


torch.manual_seed(5)
train_loader = DataLoader(SensorData(train_df), batch_size=40, shuffle=True)
valid_loader = DataLoader(SensorData(valid_df), batch_size=100)
model = Regressor()
loss_fn = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

for epoch in range(30):
    train_loss = train_one_epoch(model, train_loader, optimizer, loss_fn)
    valid_loss = validate(model, valid_loader, loss_fn)
    if epoch % 3 == 2:
        print(f"Epoch: {epoch + 1}, train loss: {train_loss:.4f}, valid loss: {valid_loss:.4f}")
