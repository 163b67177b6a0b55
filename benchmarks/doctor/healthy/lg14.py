import numpy as np
import pandas as pd
import torch
from sklearn.metrics import balanced_accuracy_score, classification_report
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# --- claims of an insurance: 0 = fraud, 1 = to be looked at, 2 = pay
rng = np.random.default_rng(12)
n = 6000
df = pd.DataFrame({
    "amount": rng.lognormal(6.5, 0.8, n),
    "days_since_contract": rng.exponential(500, n),
    "earlier_claims": rng.poisson(0.7, n),
    "age": rng.normal(45, 14, n).clip(18, 90),
    "photos": rng.integers(0, 6, n),
})
risk = (
    1.2 * (np.log(df.amount) - 6.5)
    - 0.9 * (np.log1p(df.days_since_contract) - 5.5)
    + 0.8 * df.earlier_claims
    - 0.35 * df.photos
    + rng.normal(0, 0.5, n)
)
df["label"] = np.where(risk > np.quantile(risk, 0.96), 0, np.where(risk > np.quantile(risk, 0.82), 1, 2))
df["amount"] = np.log(df["amount"])
df["days_since_contract"] = np.log1p(df["days_since_contract"])

features = ["amount", "days_since_contract", "earlier_claims", "age", "photos"]
train_df, test_df = train_test_split(df, test_size=0.25, stratify=df["label"], random_state=0)
scaler = StandardScaler().fit(train_df[features])


def tensors(frame):
    x = torch.tensor(scaler.transform(frame[features]), dtype=torch.float32)
    return x, torch.tensor(frame["label"].to_numpy())


x_train, y_train = tensors(train_df)
x_test, y_test = tensors(test_df)

# fraud is rare: weigh every class with one over its frequency
counts = train_df["label"].value_counts().sort_index()
weights = torch.tensor((len(train_df) / (3 * counts)).to_numpy(), dtype=torch.float32)
print("claims per class:", counts.to_dict(), " weights:", weights.numpy().round(2))

torch.manual_seed(12)
net = nn.Sequential(nn.Linear(5, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 3))
criterion = nn.CrossEntropyLoss(weight=weights)
optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)

for epoch in range(20):
    net.train()
    losses = []
    for xb, yb in DataLoader(TensorDataset(x_train, y_train), batch_size=128, shuffle=True):
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")

net.eval()
with torch.no_grad():
    pred = net(x_test).argmax(1)
print(classification_report(y_test, pred, target_names=["fraud", "look at", "pay"], zero_division=0))
print(f"balanced accuracy {balanced_accuracy_score(y_test, pred):.3f}")
