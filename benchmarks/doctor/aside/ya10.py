import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader


class VibrationDataset(Dataset):
    """Synthetic sensor signals of a machine: idle, normal, worn, broken."""

    names = ["idle", "normal", "worn", "broken"]

    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.y = rng.integers(0, 4, n)
        t = np.linspace(0, 1, 128)
        self.x = np.zeros((n, 1, 128), dtype=np.float32)
        for i, label in enumerate(self.y):
            freq = rng.uniform(5, 9)
            phase = rng.uniform(0, 2 * np.pi)
            level = [0.3, 1.0, 2.0, 2.0][label] * rng.uniform(0.85, 1.15)
            sig = level * np.sin(2 * np.pi * freq * t + phase)
            if label == 3:
                sig += level * 0.6 * np.sin(2 * np.pi * freq * 4 * t)
            self.x[i, 0] = sig + 0.1 * rng.standard_normal(128)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return torch.from_numpy(self.x[i]), int(self.y[i])


class ConvNet(nn.Module):
    def __init__(self, n_classes=4):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv1d(1, 16, 7, padding=3), nn.BatchNorm1d(16), nn.ReLU(), nn.MaxPool1d(4),
            nn.Conv1d(16, 32, 5, padding=2), nn.BatchNorm1d(32), nn.ReLU(), nn.MaxPool1d(4),
            nn.Conv1d(32, 32, 3, padding=1), nn.BatchNorm1d(32), nn.ReLU(),
        )
        self.head = nn.Linear(32, n_classes)

    def forward(self, x):
        return self.head(self.body(x).mean(dim=2))


def train(model, loader, epochs=8, lr=3e-3):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    model.train()
    for epoch in range(epochs):
        loss_sum, hits, seen = 0.0, 0, 0
        for x, y in loader:
            optimizer.zero_grad()
            out = model(x)
            loss = criterion(out, y)
            loss.backward()
            optimizer.step()
            loss_sum += loss.item() * len(y)
            hits += (out.argmax(1) == y).sum().item()
            seen += len(y)
        print(f"epoch {epoch + 1}/{epochs} train loss {loss_sum / seen:.3f} train acc {hits / seen:.3f}")


def test(model, loader):
    confusion = torch.zeros(4, 4, dtype=torch.int)
    with torch.no_grad():
        for x, y in loader:
            pred = model(x).argmax(1)
            for t, p in zip(y, pred):
                confusion[t, p] += 1
    return confusion


if __name__ == "__main__":
    torch.manual_seed(0)
    train_loader = DataLoader(VibrationDataset(800, seed=0), batch_size=32, shuffle=True)
    # on the machine the signals come one by one
    test_loader = DataLoader(VibrationDataset(300, seed=1), batch_size=1)
    net = ConvNet()
    train(net, train_loader)
    cm = test(net, test_loader)
    print("test acc", (cm.diagonal().sum() / cm.sum()).item())
    for name, row in zip(VibrationDataset.names, cm.tolist()):
        print(f"{name:8s}", row)
