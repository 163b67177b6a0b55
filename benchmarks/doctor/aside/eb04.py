# sequence classification toy: which of three frequencies is in the noisy signal?
import math
import os

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, random_split

SEED = 5
torch.manual_seed(SEED)
os.makedirs("out/eb04", exist_ok=True)


class Waves(Dataset):
    FREQ = (1.0, 2.0, 4.0)

    def __init__(self, n=1500, length=32, noise=0.3):
        g = torch.Generator().manual_seed(SEED)
        self.y = torch.randint(0, 3, (n,), generator=g)
        t = torch.linspace(0, 1, length)
        freq = torch.tensor(self.FREQ)[self.y].unsqueeze(1)
        phase = torch.rand(n, 1, generator=g) * 2 * math.pi
        sig = torch.sin(2 * math.pi * freq * t + phase)
        sig = sig + noise * torch.randn(n, length, generator=g)
        other = torch.randn(n, length, generator=g)  # a second sensor that has nothing to tell
        self.x = torch.stack([sig, other], dim=-1)  # (n, length, 2)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class WaveNet(nn.Module):
    def __init__(self, n_in=2, hidden=48, n_classes=3):
        super().__init__()
        self.rnn = nn.GRU(n_in, hidden, num_layers=1)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(hidden, n_classes)

    def forward(self, x):
        out, _ = self.rnn(x)
        last = out[:, -1]
        return self.fc(self.drop(last))


data = Waves()
train_set, valid_set = random_split(data, [1200, 300], generator=torch.Generator().manual_seed(1))
train_loader = DataLoader(train_set, batch_size=30, shuffle=True)
valid_loader = DataLoader(valid_set, batch_size=30)

model = WaveNet()
loss_fn = nn.CrossEntropyLoss()
optim = torch.optim.Adam(model.parameters(), lr=4e-3)


def run_epoch(loader, train):
    model.train(train)
    seen = correct = 0
    loss_sum = 0.0
    with torch.set_grad_enabled(train):
        for x, y in loader:
            logits = model(x)
            loss = loss_fn(logits, y)
            if train:
                optim.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optim.step()
            loss_sum += loss.item() * y.numel()
            correct += (logits.argmax(1) == y).sum().item()
            seen += y.numel()
    return loss_sum / seen, correct / seen


for epoch in range(15):
    tr = run_epoch(train_loader, True)
    va = run_epoch(valid_loader, False)
    print(f"{epoch:02d} train {tr[0]:.3f}/{tr[1]:.3f}  valid {va[0]:.3f}/{va[1]:.3f}")

torch.save(model.state_dict(), "out/eb04/gru.pt")
