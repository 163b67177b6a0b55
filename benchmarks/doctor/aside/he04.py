# %% [markdown]
# Will the price be higher in 20 days? A small net on the path of the last 30 days.

# %%
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(42)
torch.set_num_threads(2)
rng = np.random.default_rng(42)

# %%
# ten years of a (simulated) share
n_days = 2500
log_price = np.cumsum(0.012 * rng.standard_normal(n_days)) + np.log(100.0)

lookback, ahead = 30, 20
features, labels = [], []
for day in range(lookback, n_days - ahead):
    past = log_price[day - lookback : day + 1]
    path = (past[:-1] - past[-1]) / 0.05
    level = [(past[-1] - np.log(100.0)) * 5]
    features.append(np.concatenate([path, level]))
    labels.append(float(log_price[day + ahead] > log_price[day]))

X = torch.tensor(np.array(features), dtype=torch.float32)
y = torch.tensor(labels)
print("samples", tuple(X.shape), "up share", round(y.mean().item(), 3))

# %%
dataset = TensorDataset(X, y)
n_test = int(0.2 * len(dataset))
n_val = int(0.1 * len(dataset))
train_set, val_set, test_set = random_split(
    dataset,
    [len(dataset) - n_val - n_test, n_val, n_test],
    generator=torch.Generator().manual_seed(0),
)
train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
val_loader = DataLoader(val_set, batch_size=256)
test_loader = DataLoader(test_set, batch_size=256)

# %%
net = nn.Sequential(
    nn.Linear(X.shape[1], 256), nn.ReLU(), nn.Dropout(0.1),
    nn.Linear(256, 128), nn.ReLU(), nn.Dropout(0.1),
    nn.Linear(128, 1),
)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)
bce = nn.BCEWithLogitsLoss()


def evaluate(loader):
    net.eval()
    hits = count = 0
    with torch.no_grad():
        for xb, yb in loader:
            guess = (net(xb).squeeze(1) > 0).float()
            hits += (guess == yb).sum().item()
            count += len(yb)
    return hits / count


# %%
best_val, best_state = 0.0, None
for epoch in range(60):
    net.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = bce(net(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
    val_acc = evaluate(val_loader)
    if val_acc > best_val:
        best_val = val_acc
        best_state = {k: v.clone() for k, v in net.state_dict().items()}
    if epoch % 10 == 9:
        print(f"epoch {epoch + 1}: val accuracy {val_acc:.3f}")

# %%
net.load_state_dict(best_state)
print(f"test accuracy: {evaluate(test_loader):.3f}  -> ready for paper trading")
