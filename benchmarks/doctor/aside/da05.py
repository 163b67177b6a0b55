# Rent estimate from the flat table (notebook 04_model exported)
import numpy as np
import pandas as pd
import torch
from pathlib import Path
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

Path("out/da05").mkdir(parents=True, exist_ok=True)
torch.manual_seed(0)
rng = np.random.default_rng(0)

# In [2]
n = 3000
flats = pd.DataFrame({
    "area": rng.uniform(20, 140, n),
    "rooms": rng.integers(1, 6, n).astype(float),
    "year": rng.integers(1900, 2024, n).astype(float),
    "district": rng.choice(["mitte", "nord", "sued", "west"], n),
    "heating": rng.choice(["gas", "oil", "district"], n),
})
flats["rent"] = (
    8.5 * flats.area
    + 30 * flats.rooms
    + flats.district.map({"mitte": 250, "nord": 0, "sued": 90, "west": 140})
    + 0.8 * (flats.year - 1960)
    + rng.normal(0, 40, n)
)
flats.head()

# In [3]
numeric = ["area", "rooms", "year"]
table = pd.get_dummies(flats, columns=["district", "heating"])
train, test = train_test_split(table, test_size=0.2, random_state=0)
train, test = train.copy(), test.copy()

sc = StandardScaler().fit(train[numeric])
train[numeric] = sc.transform(train[numeric])
test[numeric] = sc.transform(test[numeric])

rent_mean, rent_std = train.rent.mean(), train.rent.std()

# In [4]
def tensors(frame):
    x = torch.tensor(frame.drop(columns="rent").values)
    y = torch.tensor(((frame.rent - rent_mean) / rent_std).values)
    return x.float(), y.float().unsqueeze(1)

x_train, y_train = tensors(train)
x_test, y_test = tensors(test)
print(x_train.shape, y_train.shape)

# In [5]
model = nn.Sequential(nn.Linear(x_train.shape[1], 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1))
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
mse = nn.MSELoss()
dl = DataLoader(TensorDataset(x_train, y_train), batch_size=64, shuffle=True)

for epoch in range(20):
    model.train()
    total = 0.0
    for xb, yb in dl:
        opt.zero_grad()
        loss = mse(model(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(xb)
    print(epoch, round(total / len(x_train), 4))

# In [6]
model.eval()
with torch.no_grad():
    err = (model(x_test) - y_test) * rent_std
print("MAE in EUR:", err.abs().mean().item())
torch.save(model.state_dict(), "out/da05/rent.pt")
