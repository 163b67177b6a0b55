"""Tone recognition, moved from Keras: Conv1D -> BatchNormalization(momentum=0.95) -> GRU, ReduceLROnPlateau, best weights."""
import copy
import math

import torch
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau
from torch.utils.data import DataLoader, TensorDataset

CYCLES = (2.0, 4.0, 7.0)
STEPS = 40


def make_tones(n, seed):
    g = torch.Generator().manual_seed(seed)
    label = torch.randint(0, len(CYCLES), (n,), generator=g)
    phase = 2 * math.pi * torch.rand(n, 1, generator=g)
    t = torch.linspace(0, 1, STEPS)[None, :]
    wave = torch.sin(2 * math.pi * torch.tensor(CYCLES)[label][:, None] * t + phase)
    wave = wave + 0.4 * torch.randn(n, STEPS, generator=g)
    return TensorDataset(wave[:, :, None], label)        # (n, time, 1) as in the Keras files


class ToneNet(nn.Module):
    def __init__(self, channels=16, hidden=32):
        super().__init__()
        self.conv = nn.Conv1d(1, channels, kernel_size=5, padding=2, bias=False)
        # Keras keeps `momentum` of the old statistics, torch takes `momentum` of the new ones
        self.norm = nn.BatchNorm1d(channels, eps=1e-3, momentum=1 - 0.95)
        self.gru = nn.GRU(channels, hidden)
        self.out = nn.Linear(hidden, len(CYCLES))

    def forward(self, x):
        h = x.permute(0, 2, 1)                           # batch, channel, time
        h = torch.relu(self.norm(self.conv(h)))
        h = h.permute(2, 0, 1)                           # time, batch, channel
        states, _ = self.gru(h)
        return self.out(states.mean(dim=0))


def evaluate(model, loader):
    was_training = model.training
    model.eval()
    right = seen = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(dim=1) == y).sum().item()
            seen += y.numel()
    model.train(was_training)
    return right / seen


def main():
    torch.manual_seed(0)
    train = DataLoader(make_tones(1600, seed=1), batch_size=32, shuffle=True)
    valid = DataLoader(make_tones(400, seed=2), batch_size=200)
    test = DataLoader(make_tones(400, seed=3), batch_size=200)

    model = ToneNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    scheduler = ReduceLROnPlateau(optimizer, mode="max", factor=0.5, patience=2)
    criterion = nn.CrossEntropyLoss()
    best_acc, best_state = 0.0, copy.deepcopy(model.state_dict())

    model.train()
    for epoch in range(1, 13):
        total = count = 0
        for x, y in train:
            loss = criterion(model(x), y)
            for p in model.parameters():
                p.grad = None
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item() * len(y)
            count += len(y)
        acc = evaluate(model, valid)
        scheduler.step(acc)
        if acc > best_acc:
            best_acc, best_state = acc, copy.deepcopy(model.state_dict())
        print(f"epoch {epoch:2d} loss {total / count:.4f} valid acc {acc:.4f} lr {optimizer.param_groups[0]['lr']:.1e}")

    model.load_state_dict(best_state)
    print(f"valid {best_acc:.4f}, test {evaluate(model, test):.4f}")


if __name__ == "__main__":
    main()
