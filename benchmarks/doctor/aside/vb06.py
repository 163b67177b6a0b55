import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

# ----- data: rent of a flat from size, rooms, floor, age, distance -----
rng = np.random.default_rng(3)
n = 2000
size = rng.uniform(20, 140, n)
rooms = np.clip(np.round(size / 28 + rng.normal(0, 0.6, n)), 1, 6)
floor = rng.integers(0, 9, n)
age = rng.uniform(0, 100, n)
dist = rng.exponential(5, n)
rent = 150 + 9.5 * size + 30 * rooms + 8 * floor - 2.2 * age - 25 * dist + 0.03 * size * age + rng.normal(0, 40, n)

X = np.column_stack([size, rooms, floor, age, dist]).astype("float32")
y = rent.astype("float32")

idx = rng.permutation(n)
tr, va = idx[:1600], idx[1600:]

# standardise with the training rows only
x_mean, x_std = X[tr].mean(0), X[tr].std(0)
y_mean, y_std = y[tr].mean(), y[tr].std()
Xn = (X - x_mean) / x_std
yn = (y - y_mean) / y_std

train_ds = TensorDataset(torch.from_numpy(Xn[tr]), torch.from_numpy(yn[tr]))
train_dl = DataLoader(train_ds, batch_size=64, shuffle=True)
X_val = torch.from_numpy(Xn[va])


class RentNet(nn.Module):
    def __init__(self, n_in, width=64):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, 1),
        )

    def forward(self, x):
        return self.net(x)


def r2(true, pred):
    return 1 - ((true - pred) ** 2).sum() / ((true - true.mean()) ** 2).sum()


torch.manual_seed(3)
model = RentNet(X.shape[1])
loss_fn = nn.MSELoss()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(40):
    model.train()
    running = 0.0
    for xb, yb in train_dl:
        opt.zero_grad()
        pred = model(xb)
        loss = loss_fn(pred, yb)
        loss.backward()
        opt.step()
        running += loss.item() * len(xb)

    model.eval()
    with torch.no_grad():
        val_pred = model(X_val).numpy().ravel() * y_std + y_mean
    if epoch % 5 == 4:
        print(
            f"epoch {epoch + 1:2d}  train loss {running / len(train_ds):.4f}  "
            f"val RMSE {np.sqrt(((y[va] - val_pred) ** 2).mean()):.1f}  val R2 {r2(y[va], val_pred):.3f}"
        )
