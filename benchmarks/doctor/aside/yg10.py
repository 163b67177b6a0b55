import random

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED = 11
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)

X, y = load_diabetes(return_X_y=True)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, random_state=SEED)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.25, random_state=SEED)

sx = StandardScaler().fit(X_tr)
mu, sd = y_tr.mean(), y_tr.std()


def tensors(X, y):
    return (
        torch.tensor(sx.transform(X), dtype=torch.float32),
        torch.tensor((y - mu) / sd, dtype=torch.float32).unsqueeze(1),
    )


train_ds = TensorDataset(*tensors(X_tr, y_tr))
valid_x, valid_y = tensors(X_va, y_va)
test_x, test_y = tensors(X_te, y_te)
loader = DataLoader(train_ds, batch_size=32, shuffle=True)


class EarlyStopping:
    def __init__(self, patience=20, min_delta=0.0):
        self.patience = patience
        self.min_delta = min_delta
        self.best_score = np.inf
        self.best_state = None
        self.counter = 0
        self.early_stop = False

    def __call__(self, score, model):
        if score < self.best_score - self.min_delta:
            self.best_score = score
            self.best_state = model.state_dict()
            self.counter = 0
        else:
            self.counter += 1
            if self.counter >= self.patience:
                self.early_stop = True


class Net(nn.Module):
    def __init__(self, n_in, hidden=128):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_in, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, x):
        return self.layers(x)


def rmse(model, x, y):
    model.eval()
    with torch.no_grad():
        return (nn.functional.mse_loss(model(x), y).sqrt() * sd).item()


def train_one_epoch(model, loader, optimizer, criterion):
    model.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    return total / len(loader.dataset)


model = Net(X.shape[1])
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
criterion = nn.MSELoss()
stopper = EarlyStopping(patience=40)

for epoch in range(200):
    loss = train_one_epoch(model, loader, optimizer, criterion)
    score = rmse(model, valid_x, valid_y)
    stopper(score, model)
    print(f"epoch {epoch:3d}  train mse {loss:.4f}  valid rmse {score:.2f}")
    if stopper.early_stop:
        print("early stopping")
        break

model.load_state_dict(stopper.best_state)
print(f"best valid rmse:     {stopper.best_score:.2f}")
print(f"restored valid rmse: {rmse(model, valid_x, valid_y):.2f}")
print(f"test rmse:           {rmse(model, test_x, test_y):.2f}")
