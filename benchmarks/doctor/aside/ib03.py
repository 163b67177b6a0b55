import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset, random_split

# %% data: three sensors, 40 time steps.
# class 1: the pulse on sensor 0 comes before the pulse on sensor 1; class 0: after it
rng = np.random.default_rng(3)
N, T, C = 1600, 40, 3


def pulse(center, width=1.5):
    t = np.arange(T)
    return np.exp(-0.5 * ((t - center) / width) ** 2)


X = 0.15 * rng.standard_normal((N, T, C))
y = rng.integers(0, 2, N)
for i in range(N):
    first, second = rng.uniform(4, 16), rng.uniform(20, 32)
    a, b = (first, second) if y[i] == 1 else (second, first)
    X[i, :, 0] += pulse(a)
    X[i, :, 1] += pulse(b)

X = torch.tensor(X, dtype=torch.float32)
y = torch.tensor(y, dtype=torch.long)

torch.manual_seed(3)
train_set, val_set = random_split(
    TensorDataset(X, y), [1280, 320], generator=torch.Generator().manual_seed(3)
)
train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
val_loader = DataLoader(val_set, batch_size=64)


# %% model
class SensorLSTM(nn.Module):
    """LSTM over the recording, classification from the last step."""

    def __init__(self, n_channels, hidden=32, n_classes=2):
        super().__init__()
        self.lstm = nn.LSTM(n_channels, hidden, num_layers=1)
        self.head = nn.Linear(hidden, n_classes)

    def forward(self, x):            # x: (batch, time, channels)
        out, _ = self.lstm(x)
        return self.head(out[:, -1, :])


model = SensorLSTM(C)
EPOCHS = 25
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)

# %% training
for epoch in range(EPOCHS):
    model.train()
    train_loss, seen = 0.0, 0
    for xb, yb in train_loader:
        logits = model(xb)
        loss = F.cross_entropy(logits, yb)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        train_loss += loss.item() * xb.size(0)
        seen += xb.size(0)
    scheduler.step()

    model.eval()
    right = 0
    with torch.no_grad():
        for xb, yb in val_loader:
            right += (model(xb).argmax(-1) == yb).sum().item()
    print(f"{epoch:2d}  loss {train_loss / seen:.4f}  val acc {right / len(val_set):.3f}")
