import os

import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import classification_report, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)
np.random.seed(0)
OUT = "out/bb08"
os.makedirs(OUT, exist_ok=True)

X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)
X_val, X_test, y_val, y_test = train_test_split(X_test, y_test, test_size=0.5, stratify=y_test, random_state=0)
scaler = StandardScaler().fit(X_train)


class TableDataset(Dataset):
    def __init__(self, X, y):
        self.X = torch.tensor(scaler.transform(X), dtype=torch.float32)
        self.y = torch.tensor(y, dtype=torch.float32).unsqueeze(1)

    def __len__(self):
        return len(self.X)

    def __getitem__(self, i):
        return self.X[i], self.y[i]


class MLP(nn.Module):
    def __init__(self, n_features, hidden=32):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_features, hidden), nn.BatchNorm1d(hidden), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(hidden, hidden), nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, x):
        return self.net(x)


train_loader = DataLoader(TableDataset(X_train, y_train), batch_size=32, shuffle=True, drop_last=True)
val_loader = DataLoader(TableDataset(X_val, y_val), batch_size=64)
test_loader = DataLoader(TableDataset(X_test, y_test), batch_size=64)

model = MLP(X.shape[1])
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

best = float("inf")
for epoch in range(20):
    model.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()

    model.eval()
    with torch.no_grad():
        val_loss = np.mean([criterion(model(xb), yb).item() for xb, yb in val_loader])
    if val_loss < best:
        best = val_loss
        torch.save(model, f"{OUT}/best_model.pt")
    print(f"epoch {epoch + 1}: val loss {val_loss:.4f} (best {best:.4f})")

model = torch.load(f"{OUT}/best_model.pt")
model.eval()
with torch.no_grad():
    probs = torch.cat([torch.sigmoid(model(xb)) for xb, _ in test_loader]).squeeze(1).numpy()
print("AUC:", round(roc_auc_score(y_test, probs), 4))
print(classification_report(y_test, (probs > 0.5).astype(int), digits=3))
