# Which of three machines made this vibration signal?  (two channels, 40 samples each)
import math

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset


class VibrationData(Dataset):
    PERIODS = (20.0, 11.0, 6.0)

    def __init__(self, n, seq_len=40, seed=0):
        g = torch.Generator().manual_seed(seed)
        self.labels = torch.randint(0, 3, (n,), generator=g)
        period = torch.tensor(self.PERIODS)[self.labels].unsqueeze(1)
        phase = 2 * math.pi * torch.rand(n, 1, generator=g)
        t = torch.arange(seq_len).unsqueeze(0)
        a = torch.sin(2 * math.pi * t / period + phase)
        b = torch.cos(2 * math.pi * t / period + phase)
        clean = torch.stack([a, b], dim=-1)
        self.signals = clean + 0.3 * torch.randn(clean.shape, generator=g)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.signals[i], self.labels[i]      # (seq_len, 2), ()


class SignalClassifier(nn.Module):
    def __init__(self, n_channels=2, hidden=48, n_classes=3):
        super().__init__()
        self.lstm = nn.LSTM(n_channels, hidden, num_layers=1)
        self.norm = nn.LayerNorm(hidden)
        self.head = nn.Linear(hidden, n_classes)

    def forward(self, x):
        # x: (batch, seq_len, channels)
        out, _ = self.lstm(x)
        last = out[:, -1, :]
        return self.head(self.norm(last))


def run_epoch(model, loader, criterion, optimizer=None):
    training = optimizer is not None
    model.train(training)
    total_loss, hits, n = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            logits = model(x)
            loss = criterion(logits, y)
            if training:
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
            total_loss += loss.item() * len(y)
            hits += (logits.argmax(1) == y).sum().item()
            n += len(y)
    return total_loss / n, hits / n


torch.manual_seed(0)
train_loader = DataLoader(VibrationData(1500, seed=1), batch_size=50, shuffle=True)
valid_loader = DataLoader(VibrationData(500, seed=2), batch_size=50)

model = SignalClassifier()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)

for epoch in range(1, 13):
    tr_loss, tr_acc = run_epoch(model, train_loader, criterion, optimizer)
    va_loss, va_acc = run_epoch(model, valid_loader, criterion)
    print(f"{epoch:02d} | train {tr_loss:.3f} / {tr_acc:.2%} | valid {va_loss:.3f} / {va_acc:.2%}")
