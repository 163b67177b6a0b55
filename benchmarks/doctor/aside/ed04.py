import os

import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

OUT_DIR = "out/ed04"
BEST = os.path.join(OUT_DIR, "best.pt")
os.makedirs(OUT_DIR, exist_ok=True)
torch.manual_seed(7)


class TumourNet(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.fc1 = nn.Linear(n_in, 24)
        self.drop = nn.Dropout(0.2)
        self.fc2 = nn.Linear(24, 1)

    def forward(self, x):
        x = self.drop(torch.relu(self.fc1(x)))
        return self.fc2(x).squeeze(1)


X, y = load_breast_cancer(return_X_y=True)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=7)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=7)

scaler = StandardScaler().fit(X_train)


def to_tensors(features, target):
    return (
        torch.tensor(scaler.transform(features), dtype=torch.float32),
        torch.tensor(target, dtype=torch.float32),
    )


Xtr, ytr = to_tensors(X_train, y_train)
Xva, yva = to_tensors(X_val, y_val)
Xte, yte = to_tensors(X_test, y_test)

net = TumourNet(Xtr.shape[1])
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)

best_val = float("inf")
for epoch in range(25):
    net.train()
    for idx in torch.randperm(len(Xtr)).split(32):
        optimizer.zero_grad()
        loss = criterion(net(Xtr[idx]), ytr[idx])
        loss.backward()
        optimizer.step()

    net.eval()
    with torch.no_grad():
        val = criterion(net(Xva), yva).item()
    if val < best_val:
        best_val = val
        torch.save(net, BEST)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:3d}  val loss {val:.4f}  best {best_val:.4f}")

# ---- final numbers with the best epoch -------------------------------------
best_net = torch.load(BEST)
best_net.eval()
with torch.no_grad():
    prob = torch.sigmoid(best_net(Xte))
acc = ((prob > 0.5).float() == yte).float().mean().item()
print(f"test accuracy of the best epoch: {acc:.3f}")
