import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED, BATCH_SIZE, EPOCHS = 42, 32, 10
torch.manual_seed(SEED)

# ---- data -------------------------------------------------------------
X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, train_size=449, stratify=y, random_state=SEED)
scaler = StandardScaler().fit(X_train)


def to_dataset(features, target):
    return TensorDataset(torch.tensor(scaler.transform(features), dtype=torch.float32),
                         torch.tensor(target, dtype=torch.float32))


train_loader = DataLoader(to_dataset(X_train, y_train), batch_size=BATCH_SIZE, shuffle=True, drop_last=True)
test_loader = DataLoader(to_dataset(X_test, y_test), batch_size=BATCH_SIZE)


# ---- model ------------------------------------------------------------
class TabularNet(nn.Module):
    def __init__(self, n_in, width=32, p=0.2):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(n_in, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(p),
            nn.Linear(width, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(p),
        )
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        return self.out(self.body(x)).squeeze(1)


model = TabularNet(X.shape[1])
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)

# ---- training ---------------------------------------------------------
for epoch in range(1, EPOCHS + 1):
    model.train()
    losses = []
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"[{epoch:02d}] loss={sum(losses) / len(losses):.4f}")

# ---- evaluation -------------------------------------------------------
model.eval()
with torch.no_grad():
    scores = torch.cat([torch.sigmoid(model(xb)) for xb, _ in test_loader]).numpy()
print("test AUC", round(roc_auc_score(y_test, scores), 4), "accuracy", round(((scores > 0.5) == y_test).mean(), 4))
