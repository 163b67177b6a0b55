# Assignment 1, part b: regression with a neural network (diabetes data)
import os

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn, optim
from torch.utils.data import DataLoader, Dataset

SEED = 3
np.random.seed(SEED)
torch.manual_seed(SEED)
OUT = "out/ef04"
os.makedirs(OUT, exist_ok=True)


class DiabetesDataset(Dataset):
    def __init__(self, features, target):
        self.features = torch.tensor(features, dtype=torch.float32)
        self.target = torch.tensor(target, dtype=torch.float32)

    def __len__(self):
        return len(self.target)

    def __getitem__(self, i):
        return self.features[i], self.target[i]


X, y = load_diabetes(return_X_y=True)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, random_state=SEED)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, random_state=SEED)

x_scaler = StandardScaler().fit(X_tr)
y_mean, y_std = y_tr.mean(), y_tr.std()

train_set = DiabetesDataset(x_scaler.transform(X_tr), (y_tr - y_mean) / y_std)
val_set = DiabetesDataset(x_scaler.transform(X_va), (y_va - y_mean) / y_std)
test_set = DiabetesDataset(x_scaler.transform(X_te), (y_te - y_mean) / y_std)

train_dl = DataLoader(train_set, batch_size=32, shuffle=True)
val_dl = DataLoader(val_set, batch_size=32)

net = nn.Sequential(
    nn.Linear(10, 32), nn.ReLU(), nn.Dropout(0.1),
    nn.Linear(32, 16), nn.ReLU(),
    nn.Linear(16, 1),
)
mse = nn.MSELoss()
opt = optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-4)

best = float("inf")
for epoch in range(60):
    net.train()
    tr = 0.0
    for xb, yb in train_dl:
        opt.zero_grad()
        pred = net(xb)
        loss = mse(pred, yb)
        loss.backward()
        opt.step()
        tr += loss.item() * len(xb)

    net.eval()
    va = 0.0
    with torch.no_grad():
        for xb, yb in val_dl:
            va += mse(net(xb), yb).item() * len(xb)
    tr, va = tr / len(train_set), va / len(val_set)
    if va < best:
        best = va
        torch.save(net.state_dict(), f"{OUT}/best.pt")
    if (epoch + 1) % 10 == 0:
        print(f"epoch {epoch + 1}: train {tr:.3f}  val {va:.3f}")

# test with the best weights, in the original unit
net.load_state_dict(torch.load(f"{OUT}/best.pt"))
net.eval()
with torch.no_grad():
    p = net(test_set.features).squeeze(1).numpy() * y_std + y_mean
mae = np.abs(p - y_te).mean()
r2 = 1 - ((y_te - p) ** 2).sum() / ((y_te - y_te.mean()) ** 2).sum()
print(f"test MAE {mae:.1f}   R2 {r2:.3f}")
