import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader, random_split

# --- accelerometer windows: 3 axes x 64 samples
ACTIVITIES = {"walking": 0, "running": 1, "sitting": 2}


def make_window(activity, rng):
    t = np.arange(64) / 32.0
    if activity == "walking":
        freq, amp = rng.uniform(1.5, 2.2), rng.uniform(0.6, 1.0)
    elif activity == "running":
        freq, amp = rng.uniform(2.8, 3.6), rng.uniform(0.8, 1.4)
    else:
        freq, amp = rng.uniform(0.1, 0.4), rng.uniform(0.0, 0.2)
    phase = rng.uniform(0, 2 * np.pi, 3)
    w = amp * np.sin(2 * np.pi * freq * t[None, :] + phase[:, None])
    return w + rng.normal(0, 0.2, w.shape)


rng = np.random.default_rng(11)
windows, labels = [], []
for name, number in ACTIVITIES.items():
    for _ in range(200):
        windows.append(make_window(name, rng))
        labels.append(number)

X = torch.tensor(np.array(windows), dtype=torch.float32)
y = torch.tensor(labels, dtype=torch.long)
print(X.shape, y.shape)

torch.manual_seed(11)
train_set, test_set = random_split(TensorDataset(X, y), [480, 120])
train_dl = DataLoader(train_set, batch_size=32, shuffle=True)
test_dl = DataLoader(test_set, batch_size=120)

model = nn.Sequential(
    nn.Conv1d(3, 16, 7, padding=3), nn.ReLU(), nn.MaxPool1d(2),
    nn.Conv1d(16, 32, 5, padding=2), nn.ReLU(), nn.AdaptiveMaxPool1d(1),
    nn.Flatten(), nn.Dropout(0.2), nn.Linear(32, len(ACTIVITIES)),
)
loss_func = nn.CrossEntropyLoss()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)

for epoch in range(10):
    model.train()
    tot = 0.
    for xb, yb in train_dl:
        pred = model(xb)
        loss = loss_func(pred, yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        tot += loss.item() * len(xb)
    model.eval()
    with torch.no_grad():
        xb, yb = next(iter(test_dl))
        acc = (model(xb).argmax(dim=1) == yb).float().mean().item()
    print(f'{epoch:02d} | loss {tot / 480:.4f} | acc {acc:.3f}')
