# Forecasting the next value of a noisy seasonal signal with an LSTM
import math
import os

import torch
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(42)
os.makedirs("out/io05", exist_ok=True)

BATCH_SIZE = 32
WINDOW = 24
HIDDEN = 32

# ---- data -------------------------------------------------------
t = torch.arange(1200, dtype=torch.float32)
signal = torch.sin(2 * math.pi * t / 24) + 0.5 * torch.sin(2 * math.pi * t / 168) + 0.1 * torch.randn(1200)
train_part, valid_part = signal[:900], signal[900:]
mean, std = train_part.mean(), train_part.std()
train_part = (train_part - mean) / std
valid_part = (valid_part - mean) / std


class SlidingWindow(Dataset):
    def __init__(self, values, window):
        self.values = values
        self.window = window

    def __len__(self):
        return len(self.values) - self.window

    def __getitem__(self, i):
        x = self.values[i:i + self.window].unsqueeze(-1)
        y = self.values[i + self.window]
        return x, y


train_loader = DataLoader(SlidingWindow(train_part, WINDOW), batch_size=BATCH_SIZE, shuffle=True)
valid_loader = DataLoader(SlidingWindow(valid_part, WINDOW), batch_size=BATCH_SIZE)


# ---- model ------------------------------------------------------
class NextValue(nn.Module):
    def __init__(self, batch_size, hidden_size, num_layers=1):
        super().__init__()
        self.batch_size = batch_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.lstm = nn.LSTM(1, hidden_size, num_layers, batch_first=True)
        self.linear = nn.Linear(hidden_size, 1)

    def init_hidden(self):
        h0 = torch.zeros(self.num_layers, self.batch_size, self.hidden_size)
        c0 = torch.zeros(self.num_layers, self.batch_size, self.hidden_size)
        return h0, c0

    def forward(self, x):
        out, _ = self.lstm(x, self.init_hidden())
        return self.linear(out[:, -1]).squeeze(-1)


model = NextValue(BATCH_SIZE, HIDDEN)
loss_fn = nn.MSELoss()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)

# ---- training ---------------------------------------------------
for epoch in range(10):
    model.train()
    running = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        running += loss.item() * len(y)

    model.eval()
    squared = 0.0
    with torch.no_grad():
        for x, y in valid_loader:
            squared += ((model(x) - y) ** 2).sum().item()
    print("epoch", epoch,
          "train", round(running / len(train_loader.dataset), 4),
          "valid", round(squared / len(valid_loader.dataset), 4))

torch.save(model.state_dict(), "out/io05/lstm.pt")
