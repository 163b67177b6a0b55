import numpy as np
import pandas as pd
import torch
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
rng = np.random.default_rng(11)

# ----- churn table ------------------------------------------------------------
n = 4000
table = pd.DataFrame({
    "months": rng.integers(1, 72, n),
    "fee": rng.normal(60, 20, n).clip(10),
    "calls": rng.poisson(2.0, n),
    "age": rng.integers(18, 80, n),
    "contract": rng.choice(["monthly", "year", "two years"], n, p=[0.5, 0.3, 0.2]),
})
risk = (0.04 * (table.fee - 60) - 0.05 * (table.months - 30) + 0.7 * (table.calls - 2)
        + 1.5 * (table.contract == "monthly") - 0.9
        + 1.2 * ((table.age < 30) & (table.fee > 60)))
table["churn"] = (rng.random(n) < 1 / (1 + np.exp(-1.5 * risk))).astype(int)

X = pd.get_dummies(table.drop(columns="churn"), columns=["contract"]).astype("float32")
y = table["churn"].astype("float32")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
scaler = StandardScaler().fit(X_train)
to_set = lambda a, b: TensorDataset(torch.tensor(scaler.transform(a), dtype=torch.float32),
                                    torch.tensor(b.to_numpy()))
train_loader = DataLoader(to_set(X_train, y_train), batch_size=64, shuffle=True)
test_loader = DataLoader(to_set(X_test, y_test), batch_size=256)


# ----- a small ResNet for tables --------------------------------------------------
class ResBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, 2 * dim)
        self.fc2 = nn.Linear(2 * dim, dim)
        self.act = nn.ReLU()
        self.drop = nn.Dropout(0.1)

    def forward(self, x):
        h = self.drop(self.act(self.fc1(self.norm(x))))
        h = self.act(self.fc2(h))
        h = h + x
        return h


class TabResNet(nn.Module):
    def __init__(self, n_features, dim=32, blocks=2):
        super().__init__()
        self.stem = nn.Linear(n_features, dim)
        self.blocks = nn.Sequential(*[ResBlock(dim) for _ in range(blocks)])
        self.head = nn.Linear(dim, 1)

    def forward(self, x):
        return self.head(self.blocks(self.stem(x))).squeeze(1)


model = TabResNet(X.shape[1]).to(device)
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-3)

print(f"share of the larger class: {max(y_test.mean(), 1 - y_test.mean()):.3f}")
for epoch in range(1, 11):
    model.train()
    losses = []
    for xb, yb in train_loader:
        xb, yb = xb.to(device), yb.to(device)
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        correct = sum(((model(xb.to(device)) > 0).float().cpu() == yb).sum().item() for xb, yb in test_loader)
    print(f"epoch {epoch:2d} | loss {np.mean(losses):.3f} | test accuracy {correct / len(y_test):.3f}")
