import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader


class WaveDataset(Dataset):
    """Windows of a sensor signal: slow, medium or fast oscillation."""

    def __init__(self, n, length=24, seed=0):
        rng = np.random.default_rng(seed)
        self.labels = rng.integers(0, 3, size=n)
        cycles = np.array([1.0, 3.0, 6.0])[self.labels]
        phase = rng.uniform(0, 2 * np.pi, size=n)
        t = np.linspace(0, 1, length)
        signal = np.sin(2 * np.pi * cycles[:, None] * t[None, :] + phase[:, None])
        signal += rng.normal(0, 0.05, size=signal.shape)
        self.signal = signal.astype(np.float32)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return torch.from_numpy(self.signal[i]).unsqueeze(-1), torch.tensor(self.labels[i])


class LSTMClassifier(nn.Module):
    def __init__(self, input_dim=1, hidden_dim=48, num_layers=1, num_classes=3):
        super().__init__()
        self.lstm = nn.LSTM(input_dim, hidden_dim, num_layers)
        self.fc = nn.Linear(hidden_dim, num_classes)

    def forward(self, x):
        # x: (batch, time, features)
        out, (h_n, c_n) = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(last)


def accuracy(model, loader):
    model.eval()
    good = 0
    with torch.no_grad():
        for x, y in loader:
            good += (model(x).argmax(1) == y).sum().item()
    return good / len(loader.dataset)


if __name__ == "__main__":
    torch.manual_seed(0)
    train_loader = DataLoader(WaveDataset(900, seed=1), batch_size=32, shuffle=True)
    test_loader = DataLoader(WaveDataset(300, seed=2), batch_size=32)

    model = LSTMClassifier()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)

    for epoch in range(20):
        model.train()
        total = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), y)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item()
        print(f"[{epoch + 1:2d}] loss={total / len(train_loader):.4f} "
              f"train_acc={accuracy(model, train_loader):.3f} test_acc={accuracy(model, test_loader):.3f}")
