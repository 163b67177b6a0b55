# next value of a long sensor series with an LSTM that carries its state from chunk to chunk
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(7)
np.random.seed(7)

STREAMS, CHUNK, EPOCHS = 8, 25, 15

t = np.arange(5000)
series = np.sin(2 * np.pi * t / 24) + 0.5 * np.sin(2 * np.pi * t / 7) + 0.05 * np.random.randn(5000)
series = series.astype(np.float32)
train_series, val_series = series[:4001], series[4001:]


class ChunkDataset(Dataset):
    """Item i is the i-th chunk of all parallel streams, so the items have to stay in order."""

    def __init__(self, values):
        n = (len(values) - 1) // STREAMS
        self.x = torch.from_numpy(values[:n * STREAMS].reshape(STREAMS, n, 1).copy())
        self.y = torch.from_numpy(values[1:n * STREAMS + 1].reshape(STREAMS, n, 1).copy())

    def __len__(self):
        return self.x.shape[1] // CHUNK

    def __getitem__(self, i):
        part = slice(i * CHUNK, (i + 1) * CHUNK)
        return self.x[:, part], self.y[:, part]


class Forecaster(nn.Module):
    def __init__(self, hidden_size=32):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden_size, batch_first=True)
        self.out = nn.Linear(hidden_size, 1)

    def forward(self, x, hidden=None):
        features, hidden = self.lstm(x, hidden)
        return self.out(features), hidden


train_loader = DataLoader(ChunkDataset(train_series), batch_size=None, shuffle=False)
val_loader = DataLoader(ChunkDataset(val_series), batch_size=None, shuffle=False)

model = Forecaster()
criterion = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

for epoch in range(EPOCHS):
    model.train()
    hidden = None
    train_loss = 0
    for x, y in train_loader:
        optimizer.zero_grad()
        output, hidden = model(x, hidden)
        loss = criterion(output, y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        train_loss += loss.item()

    model.eval()
    hidden = None
    val_loss = 0
    with torch.no_grad():
        for x, y in val_loader:
            output, hidden = model(x, hidden)
            val_loss += criterion(output, y).item()
    print("Epoch %d train MSE %.4f val MSE %.4f" % (epoch + 1, train_loss / len(train_loader), val_loss / len(val_loader)))

print("MSE of repeating the last value: %.4f" % np.mean(np.diff(val_series) ** 2))
