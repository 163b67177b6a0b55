"""Recognise the kind of a vibration signal of varying length with a GRU."""
import math

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

KINDS = ["sine", "square", "sawtooth", "bursts"]


def make_signal(kind, gen):
    n = int(torch.randint(25, 70, (1,), generator=gen))
    period = 8 + 6 * torch.rand(1, generator=gen).item()
    phase = torch.rand(1, generator=gen).item()
    t = torch.arange(n) / period + phase
    if kind == 0:
        x = torch.sin(2 * math.pi * t)
    elif kind == 1:
        x = torch.sign(torch.sin(2 * math.pi * t))
    elif kind == 2:
        x = 2 * (t - torch.floor(t)) - 1
    else:
        x = torch.sin(2 * math.pi * t) * ((t % 2) < 1)
    return (x + 0.15 * torch.randn(n, generator=gen)).unsqueeze(-1)


class Signals(Dataset):
    def __init__(self, size, seed):
        gen = torch.Generator().manual_seed(seed)
        self.labels = torch.randint(0, len(KINDS), (size,), generator=gen).tolist()
        self.signals = [make_signal(k, gen) for k in self.labels]

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.signals[i], self.labels[i]


def collate(batch):
    signals = sorted((s for s, _ in batch), key=len, reverse=True)
    labels = torch.tensor([y for _, y in batch])
    lengths = torch.tensor([len(s) for s in signals])
    return pad_sequence(signals, batch_first=True), lengths, labels


class GRUClassifier(nn.Module):
    def __init__(self, hidden=48, classes=len(KINDS)):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True, bidirectional=True)
        self.head = nn.Sequential(nn.Linear(2 * hidden, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, classes))

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True)
        _, h = self.gru(packed)
        return self.head(torch.cat([h[0], h[1]], dim=-1))


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    right = total = 0
    for x, lengths, y in loader:
        right += (model(x, lengths).argmax(1) == y).sum().item()
        total += len(y)
    return right / total


def main():
    torch.manual_seed(0)
    train = DataLoader(Signals(800, seed=1), batch_size=32, shuffle=True, collate_fn=collate)
    test = DataLoader(Signals(300, seed=2), batch_size=50, collate_fn=collate)
    model = GRUClassifier()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=5e-3, total_steps=12 * len(train))
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(1, 13):
        model.train()
        losses = []
        for x, lengths, y in train:
            opt.zero_grad()
            loss = loss_fn(model(x, lengths), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            losses.append(loss.item())
        print(f"epoch {epoch:2d}  loss {sum(losses) / len(losses):.3f}  test accuracy {accuracy(model, test):.3f}")


if __name__ == "__main__":
    main()
