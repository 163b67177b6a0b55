import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(0)
rng = np.random.default_rng(0)

ACTIVITIES = ["walking", "running", "stairs"]
FREQ = [0.05, 0.15, 0.09]
AMPL = [0.6, 1.6, 1.0]


def record(label):
    """One recording of the accelerometer, (time, 2)."""
    steps = int(rng.integers(25, 60))
    t = np.arange(steps)
    phase = rng.uniform(0, 2 * np.pi)
    x = AMPL[label] * np.sin(2 * np.pi * FREQ[label] * t + phase)
    y = AMPL[label] * np.cos(2 * np.pi * FREQ[label] * t + phase)
    signal = np.stack([x, y], axis=1) + rng.normal(0, 0.1, (steps, 2))
    return signal.astype(np.float32)


class Recordings(Dataset):
    def __init__(self, n):
        self.labels = rng.integers(0, 3, n)
        self.signals = [record(l) for l in self.labels]

    def __len__(self):
        return len(self.signals)

    def __getitem__(self, i):
        return torch.from_numpy(self.signals[i]), torch.tensor(self.labels[i])


class ActivityGRU(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.gru = nn.GRU(2, hidden, batch_first=True)
        self.fc = nn.Linear(hidden, 3)

    def forward(self, x):
        out, _ = self.gru(x)
        return self.fc(out.mean(dim=1))


train_loader = DataLoader(Recordings(320), batch_size=16, shuffle=True)
val_loader = DataLoader(Recordings(96), batch_size=16)

model = ActivityGRU()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(12):
    model.train()
    running = 0.0
    for signals, labels in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(signals), labels)
        loss.backward()
        optimizer.step()
        running += loss.item()

    model.eval()
    correct = 0
    with torch.no_grad():
        for signals, labels in val_loader:
            correct += (model(signals).argmax(1) == labels).sum().item()
    print(f"epoch {epoch + 1:2d}  loss {running / len(train_loader):.4f}  "
          f"val acc {correct / len(val_loader.dataset):.3f}")
