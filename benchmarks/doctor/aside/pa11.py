# gesture recognition from a 3-axis accelerometer (simulated), GRU classifier
import numpy as np
import torch
from torch import nn

np.random.seed(0)
torch.manual_seed(0)
torch.set_num_threads(1)
T, F, N = 50, 3, 900


def simulate(n):
    kinds = np.random.randint(0, 3, n)
    t = np.linspace(0, 1, T)
    sig = np.zeros((n, T, F))
    for i, k in enumerate(kinds):
        phase, amp = np.random.uniform(0, 2 * np.pi), np.random.uniform(0.8, 1.2)
        if k == 0:      # circle: x and y a quarter turn apart
            sig[i, :, 0] = amp * np.sin(2 * np.pi * 2 * t + phase)
            sig[i, :, 1] = amp * np.cos(2 * np.pi * 2 * t + phase)
        elif k == 1:    # shake: x and y together
            sig[i, :, 0] = amp * np.sin(2 * np.pi * 2 * t + phase)
            sig[i, :, 1] = amp * np.sin(2 * np.pi * 2 * t + phase)
        else:           # circle the other way round
            sig[i, :, 0] = amp * np.sin(2 * np.pi * 2 * t + phase)
            sig[i, :, 1] = -amp * np.cos(2 * np.pi * 2 * t + phase)
    sig += 0.1 * np.random.randn(n, T, F)
    return torch.tensor(sig, dtype=torch.float32), torch.tensor(kinds)


class GestureGRU(nn.Module):
    def __init__(self, hidden=32, classes=3):
        super().__init__()
        self.gru = nn.GRU(F, hidden)
        self.head = nn.Linear(hidden, classes)

    def forward(self, x):
        batch, steps, feats = x.shape
        x = x.reshape(steps, batch, feats)
        _, h = self.gru(x)
        return self.head(h[-1])


X, y = simulate(N)
X_val, y_val = simulate(300)
model = GestureGRU()
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(30):
    perm = torch.randperm(N)
    model.train()
    tot = 0
    for idx in perm.split(60):
        opt.zero_grad()
        loss = loss_fn(model(X[idx]), y[idx])
        loss.backward()
        opt.step()
        tot += loss.item() * len(idx)
    model.eval()
    with torch.no_grad():
        acc = (model(X_val).argmax(1) == y_val).float().mean().item()
    if (epoch + 1) % 5 == 0:
        print(f"{epoch + 1:3d}  train {tot / N:.4f}  val acc {acc:.3f}")
