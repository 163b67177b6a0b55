import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, random_split


class HouseDataset(Dataset):
    """area, rooms, age, distance to the centre -> price (standardised)"""

    def __init__(self, n=2000, seed=3):
        rng = np.random.default_rng(seed)
        area = rng.uniform(30, 200, n)
        rooms = np.clip(np.round(area / 30 + rng.normal(0, 0.7, n)), 1, 8)
        age = rng.uniform(0, 100, n)
        dist = rng.exponential(6, n)
        price = 2.5 * area + 15 * rooms - 0.8 * age - 60 * np.log1p(dist) + rng.normal(0, 20, n)
        X = np.stack([area, rooms, age, dist], axis=1)
        self.X = ((X - X.mean(0)) / X.std(0)).astype(np.float32)
        self.y = ((price - price.mean()) / price.std()).astype(np.float32)

    def __len__(self):
        return len(self.X)

    def __getitem__(self, idx):
        return torch.from_numpy(self.X[idx]), torch.tensor(self.y[idx])


torch.manual_seed(3)
dataset = HouseDataset()
train_set, val_set = random_split(dataset, [1600, 400])
train_dl = DataLoader(train_set, batch_size=32, shuffle=True)
val_dl = DataLoader(val_set, batch_size=400)


class MLP(nn.Module):
    def __init__(self, in_features=4, hidden=64):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(in_features, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Linear(hidden, 1),
        )

    def forward(self, x):
        return self.layers(x).squeeze(-1)


model = MLP()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(1, 21):
    model.train()
    train_loss = 0.0
    for xb, yb in train_dl:
        pred = model(xb)
        loss = criterion(pred, yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train_loss += loss.item() * xb.size(0)
    train_loss /= len(train_set)

    if epoch % 2 == 0:
        model.eval()
        with torch.no_grad():
            xv, yv = next(iter(val_dl))
            p = model(xv).numpy().ravel()
            t = yv.numpy()
        r2 = 1 - ((t - p) ** 2).sum() / ((t - t.mean()) ** 2).sum()
        print(f"epoch {epoch:2d}: train mse {train_loss:.4f}  val r2 {r2:.3f}  "
              f"predictions {p.mean():.2f} +- {p.std():.2f}")
