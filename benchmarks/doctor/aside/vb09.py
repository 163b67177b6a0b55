import math

import torch
import torch.nn as nn
from accelerate import Accelerator
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, Dataset, random_split


class SineWindows(Dataset):
    """Windows of a noisy wave; the class is the kind of wave (sine, square, saw)."""

    def __init__(self, n=1500, length=48):
        g = torch.Generator().manual_seed(5)
        t = torch.linspace(0, 4 * math.pi, length)
        phase = torch.rand(n, 1, generator=g) * 2 * math.pi
        freq = 0.7 + torch.rand(n, 1, generator=g)
        arg = freq * t + phase
        self.y = torch.randint(0, 3, (n,), generator=g)
        waves = torch.stack([torch.sin(arg), torch.sign(torch.sin(arg)), (arg / math.pi) % 2 - 1])
        x = waves[self.y, torch.arange(n)]
        self.x = x + 0.2 * torch.randn(n, length, generator=g)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i].unsqueeze(0), self.y[i]


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv1d(1, 16, 5, padding=2), nn.BatchNorm1d(16), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(16, 32, 5, padding=2), nn.BatchNorm1d(32), nn.ReLU(), nn.AdaptiveAvgPool1d(1),
        )
        self.fc = nn.Linear(32, 3)

    def forward(self, x):
        return self.fc(self.body(x).flatten(1))


EPOCHS = 6
accelerator = Accelerator(cpu=True)
torch.manual_seed(5)

train_set, val_set = random_split(SineWindows(), [1200, 300], generator=torch.Generator().manual_seed(1))
train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
val_loader = DataLoader(val_set, batch_size=100)

model = ConvNet()
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
total_steps = EPOCHS * len(train_loader)
scheduler = LambdaLR(optimizer, lambda s: max(0.0, 1 - s / total_steps))
loss_fn = nn.CrossEntropyLoss()

model, train_loader, val_loader, optimizer, scheduler = accelerator.prepare(
    model, optimizer, train_loader, val_loader, scheduler
)

for epoch in range(EPOCHS):
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()

    model.eval()
    hits, seen = 0, 0
    with torch.no_grad():
        for x, y in val_loader:
            pred, ref = accelerator.gather_for_metrics((model(x).argmax(-1), y))
            hits += (pred == ref).sum().item()
            seen += ref.numel()
    accelerator.print(f"epoch {epoch}: last loss {loss.item():.3f}  val acc {hits / seen:.3f}")
