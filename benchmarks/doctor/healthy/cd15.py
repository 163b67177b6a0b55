"""Classify signals of different lengths with a GRU; small batches, gradients added up over two of them."""
import math

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

BATCH, ACCUM, EPOCHS, LR = 16, 2, 10, 5e-3


class Signals(Dataset):
    periods = (18.0, 10.0, 5.0)

    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        self.rows = []
        for _ in range(n):
            label = int(torch.randint(len(self.periods), (), generator=g))
            length = int(torch.randint(20, 51, (), generator=g))
            phase = 2 * math.pi * torch.rand((), generator=g)
            wave = torch.sin(2 * math.pi * torch.arange(length) / self.periods[label] + phase)
            self.rows.append((wave + 0.2 * torch.randn(length, generator=g), label))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def collate(rows):
    signals, labels = zip(*rows)
    lengths = torch.tensor([len(s) for s in signals])
    return pad_sequence(signals, batch_first=True).unsqueeze(-1), lengths, torch.tensor(labels)


class SignalGRU(nn.Module):
    def __init__(self, hidden=32, n_classes=3):
        super().__init__()
        self.gru = nn.GRU(1, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(2 * hidden, n_classes)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)                       # (2, batch, hidden), in the order of the batch
        return self.head(self.dropout(torch.cat([h[0], h[1]], dim=1)))


@torch.no_grad()
def evaluate(model, loader):
    was_training = model.training
    model.eval()
    hits = sum((model(x, n).argmax(1) == y).sum().item() for x, n, y in loader)
    model.train(was_training)
    return hits / len(loader.dataset)


def main():
    torch.manual_seed(0)
    train_loader = DataLoader(Signals(1200, seed=1), batch_size=BATCH, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(Signals(400, seed=2), batch_size=100, collate_fn=collate)

    model = SignalGRU()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
    updates_per_epoch = math.ceil(len(train_loader) / ACCUM)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * updates_per_epoch)

    model.train()
    optimizer.zero_grad()
    for epoch in range(1, EPOCHS + 1):
        total = 0.0
        n_batches = len(train_loader)
        full_groups = n_batches // ACCUM * ACCUM
        for step, (x, lengths, y) in enumerate(train_loader):
            group = ACCUM if step < full_groups else n_batches - full_groups
            loss = criterion(model(x, lengths), y)
            (loss / group).backward()
            total += loss.item()
            if (step + 1) % ACCUM == 0 or step + 1 == n_batches:
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
        print(f"epoch {epoch:2d}  loss {total / n_batches:.4f}  valid accuracy {evaluate(model, valid_loader):.3f}")


if __name__ == "__main__":
    main()
