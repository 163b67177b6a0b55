"""Recognise which of four wave shapes a noisy 1-D signal has, with a small Conv1d network."""
import numpy as np
import torch
from torch import nn, optim

SEED = 7
N, LENGTH = 1200, 100
SHAPES = ["sine", "square", "saw", "chirp"]

torch.manual_seed(SEED)
gen = np.random.default_rng(SEED)


def make_signal(kind):
    time = np.linspace(0, 1, LENGTH)
    phase = 2 * np.pi * gen.uniform(3, 6) * time + gen.uniform(0, 2 * np.pi)
    if kind == 0:
        wave = np.sin(phase)
    elif kind == 1:
        wave = np.sign(np.sin(phase))
    elif kind == 2:
        wave = (phase / np.pi) % 2 - 1
    else:
        wave = np.sin(phase * (1 + time))
    return wave + 0.3 * gen.standard_normal(LENGTH)


kinds = gen.integers(0, 4, N)
signals = np.stack([make_signal(k) for k in kinds]).astype("float32")[:, None, :]
X, Y = torch.from_numpy(signals), torch.from_numpy(kinds)
X_train, Y_train, X_val, Y_val = X[:900], Y[:900], X[900:], Y[900:]

model = nn.Sequential(
    nn.Conv1d(1, 16, kernel_size=5),
    nn.ReLU(),
    nn.MaxPool1d(2),
    nn.Conv1d(16, 32, kernel_size=5),
    nn.ReLU(),
    nn.MaxPool1d(2),
    nn.Flatten(),
    nn.Linear(32 * 25, 64),
    nn.ReLU(),
    nn.Linear(64, len(SHAPES)),
)
optimizer = optim.Adam(model.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(15):
    model.train()
    for idx in torch.randperm(len(X_train)).split(32):
        optimizer.zero_grad()
        loss = criterion(model(X_train[idx]), Y_train[idx])
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.inference_mode():
        acc = (model(X_val).argmax(dim=1) == Y_val).float().mean().item()
    print(f"[{epoch + 1:02d}] loss={loss.item():.3f} val_acc={acc:.3f}")
