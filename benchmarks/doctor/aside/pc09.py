# %% imports
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_friedman1
from sklearn.metrics import mean_squared_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(11)

# %% data
X, y = make_friedman1(n_samples=3000, n_features=10, noise=0.5, random_state=11)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.3, random_state=11)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, random_state=11)

x_scaler = StandardScaler().fit(X_train)
y_scaler = StandardScaler().fit(y_train.reshape(-1, 1))


def to_tensors(features, target):
    f = torch.tensor(x_scaler.transform(features), dtype=torch.float32)
    t = torch.tensor(y_scaler.transform(target.reshape(-1, 1)).ravel(), dtype=torch.float32)
    return f, t


train_dl = DataLoader(TensorDataset(*to_tensors(X_train, y_train)), batch_size=32, shuffle=True)
X_val_t, _ = to_tensors(X_val, y_val)
X_test_t, _ = to_tensors(X_test, y_test)

# %% model
net = nn.Sequential(
    nn.Linear(10, 64), nn.ReLU(),
    nn.Linear(64, 32), nn.ReLU(),
    nn.Linear(32, 1),
)
opt = torch.optim.Adam(net.parameters(), lr=1e-3, weight_decay=1e-5)


def predict(features):
    net.eval()
    with torch.no_grad():
        out = net(features).numpy()
    return y_scaler.inverse_transform(out).ravel()


# %% training
for epoch in range(40):
    net.train()
    epoch_loss = []
    for xb, yb in train_dl:
        pred = net(xb)
        loss = ((pred - yb) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        epoch_loss.append(loss.item())
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:3d}  train loss {np.mean(epoch_loss):.4f}  val R2 {r2_score(y_val, predict(X_val_t)):.4f}")

# %% result
y_hat = predict(X_test_t)
print(f"test RMSE {mean_squared_error(y_test, y_hat) ** 0.5:.3f}  R2 {r2_score(y_test, y_hat):.4f}")
print(f"targets     {y_test.min():6.2f} .. {y_test.max():6.2f}  (std {y_test.std():.2f})")
print(f"predictions {y_hat.min():6.2f} .. {y_hat.max():6.2f}  (std {y_hat.std():.2f})")
