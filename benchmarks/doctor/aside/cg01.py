# digits classifier with a small conv net - my first pytorch project
import os
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
OUT = "out/cg01"
os.makedirs(OUT, exist_ok=True)

digits = load_digits()
X = digits.images.astype(np.float32) / 16.0        # (1797, 8, 8)
y = digits.target.astype(np.int64)

X_train, X_val, y_train, y_val = train_test_split(
    X, y, test_size=0.2, random_state=0, stratify=y
)

X_train = torch.from_numpy(X_train).unsqueeze(1)   # (N, 1, 8, 8)
X_val = torch.from_numpy(X_val).unsqueeze(1)
y_train = torch.from_numpy(y_train)
y_val = torch.from_numpy(y_val)

train_loader = DataLoader(TensorDataset(X_train, y_train), batch_size=64, shuffle=True)
val_loader = DataLoader(TensorDataset(X_val, y_val), batch_size=256)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3)
        self.pool = nn.MaxPool2d(2)
        self.drop = nn.Dropout(0.25)
        self.fc1 = nn.Linear(32 * 4 * 4, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = self.drop(F.relu(self.fc1(x)))
        return self.fc2(x)


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()

best = 0.0
for epoch in range(10):
    net.train()
    total = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * xb.size(0)

    net.eval()
    correct = 0
    with torch.no_grad():
        for xb, yb in val_loader:
            correct += (net(xb).argmax(1) == yb).sum().item()
    acc = correct / len(y_val)
    print(f"epoch {epoch + 1}: loss {total / len(y_train):.4f}  val acc {acc:.4f}")
    if acc > best:
        best = acc
        torch.save(net.state_dict(), f"{OUT}/best.pt")

print("best val acc", best)
