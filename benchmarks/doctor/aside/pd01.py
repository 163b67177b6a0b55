"""Predict disease progression from the ten columns of the diabetes data set."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(0)

X, y = load_diabetes(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=0)

x_scaler = StandardScaler().fit(X_train)
y_mean, y_std = y_train.mean(), y_train.std()

train_ds = TensorDataset(
    torch.tensor(x_scaler.transform(X_train), dtype=torch.float32),
    torch.tensor((y_train - y_mean) / y_std, dtype=torch.float32),
)
train_loader = DataLoader(train_ds, batch_size=32, shuffle=True)

model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=1e-2)


def mse(pred, target):
    return ((pred - target) ** 2).mean()


for epoch in range(60):
    model.train()
    running = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = mse(model(xb), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(xb)
    if (epoch + 1) % 10 == 0:
        print(f"epoch {epoch + 1:3d}  train loss {running / len(train_ds):.4f}")

model.eval()
with torch.no_grad():
    inputs = torch.tensor(x_scaler.transform(X_test), dtype=torch.float32)
    pred = model(inputs).squeeze(1).numpy() * y_std + y_mean

ss_res = ((y_test - pred) ** 2).sum()
ss_tot = ((y_test - y_test.mean()) ** 2).sum()
print(f"predictions: mean {pred.mean():.1f}, std {pred.std():.1f}   (targets: std {y_test.std():.1f})")
print(f"test R2 {1 - ss_res / ss_tot:.3f}")
