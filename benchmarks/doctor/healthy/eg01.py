"""Customer churn from a table: pandas -> ColumnTransformer -> small MLP."""
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from sklearn.compose import ColumnTransformer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

OUT = Path("out/eg01")
OUT.mkdir(parents=True, exist_ok=True)
torch.manual_seed(3)
rng = np.random.default_rng(3)

n = 4000
df = pd.DataFrame({
    "months": rng.integers(1, 72, n),
    "monthly_fee": rng.gamma(6.0, 10.0, n).round(2),
    "calls": rng.poisson(1.5, n),
    "plan": rng.choice(["basic", "plus", "family"], n, p=[0.5, 0.3, 0.2]),
    "payment": rng.choice(["card", "transfer", "cash"], n),
})
z = (
    -0.05 * df["months"] + 0.02 * df["monthly_fee"] + 0.6 * df["calls"]
    + df["plan"].map({"basic": 0.5, "plus": 0.0, "family": -1.2})
    + df["payment"].map({"card": -0.4, "transfer": 0.0, "cash": 0.8}) - 0.8
)
df["churn"] = (rng.random(n) < 1 / (1 + np.exp(-z))).astype(int)

numeric, categorical = ["months", "monthly_fee", "calls"], ["plan", "payment"]
train_df, rest = train_test_split(df, test_size=0.4, stratify=df["churn"], random_state=3)
val_df, test_df = train_test_split(rest, test_size=0.5, stratify=rest["churn"], random_state=3)

prep = ColumnTransformer([
    ("num", StandardScaler(), numeric),
    ("cat", OneHotEncoder(handle_unknown="ignore", sparse_output=False), categorical),
])
prep.fit(train_df[numeric + categorical])


def tensors(frame):
    x = torch.tensor(prep.transform(frame[numeric + categorical]), dtype=torch.float32)
    y = torch.tensor(frame["churn"].to_numpy(), dtype=torch.float32)
    return x, y


x_val, y_val = tensors(val_df)
x_test, y_test = tensors(test_df)
train_loader = DataLoader(TensorDataset(*tensors(train_df)), batch_size=64, shuffle=True)

model = nn.Sequential(nn.Linear(x_val.shape[1], 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1))
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)


@torch.no_grad()
def auc(x, y):
    model.eval()
    return roc_auc_score(y.numpy(), model(x).squeeze(1).numpy())


best = 0.0
for epoch in range(20):
    model.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
    score = auc(x_val, y_val)
    print(f"epoch {epoch:2d} val auc {score:.4f}")
    if score > best:
        best = score
        torch.save(model.state_dict(), OUT / "best.pt")

model.load_state_dict(torch.load(OUT / "best.pt"))
print(f"test auc {auc(x_test, y_test):.4f}")
