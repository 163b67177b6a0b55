# Regression on the diabetes table with a small MLP
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
out = Path("out/io10")
out.mkdir(parents=True, exist_ok=True)

X, y = load_diabetes(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=1)

x_scaler = StandardScaler().fit(X_train)
y_scaler = StandardScaler().fit(y_train.reshape(-1, 1))


def tensors(features, target):
    features = torch.tensor(x_scaler.transform(features), dtype=torch.float32)
    target = torch.tensor(y_scaler.transform(target.reshape(-1, 1)).ravel(), dtype=torch.float32)
    return TensorDataset(features, target)


train_set = tensors(X_train, y_train)
test_set = tensors(X_test, y_test)
loader = DataLoader(train_set, batch_size=32, shuffle=True)

model = nn.Sequential(
    nn.Linear(X.shape[1], 32),
    nn.ReLU(),
    nn.Dropout(0.1),
    nn.Linear(32, 1),
)
loss_fn = nn.MSELoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
n_epochs = 60
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=n_epochs)


def predict(dataset):
    model.eval()
    with torch.no_grad():
        scaled = model(dataset.tensors[0]).numpy()
    return y_scaler.inverse_transform(scaled).ravel()


for epoch in range(1, n_epochs + 1):
    model.train()
    total = 0.0
    for features, target in loader:
        optimizer.zero_grad()
        prediction = model(features)
        loss = loss_fn(prediction, target)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(target)
    scheduler.step()
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d}  train loss {total / len(train_set):.4f}")

guess = predict(test_set)
print("R2 on the test rows:", round(r2_score(y_test, guess), 3))
print("mean absolute error:", round(float(np.abs(guess - y_test).mean()), 1))
np.save(out / "predictions.npy", guess)
