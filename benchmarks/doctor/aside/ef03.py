import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def make_sequences(n, length, seed):
    """Noisy sine waves; class 1 oscillates faster than class 0. Random phase, so
    no single time step is enough to know the class."""
    g = torch.Generator().manual_seed(seed)
    label = torch.randint(0, 2, (n,), generator=g)
    freq = torch.where(label == 1, 0.9, 0.3).unsqueeze(1)
    phase = torch.rand(n, 1, generator=g) * 6.2832
    t = torch.arange(length).float().unsqueeze(0)
    wave = torch.sin(freq * t + phase)
    wave = wave + 0.1 * torch.randn(n, length, generator=g)
    return wave.unsqueeze(-1), label          # (n, length, 1), (n,)


class WaveClassifier(nn.Module):
    def __init__(self, hidden=32, n_layers=1):
        super().__init__()
        self.lstm = nn.LSTM(input_size=1, hidden_size=hidden, num_layers=n_layers)
        self.fc = nn.Linear(hidden, 2)

    def forward(self, x):
        # x: (batch, seq_len, 1)
        out, _ = self.lstm(x)
        last = out[:, -1, :]
        return self.fc(last)


def accuracy(model, loader):
    model.eval()
    good = total = 0
    with torch.no_grad():
        for x, y in loader:
            good += (model(x).argmax(-1) == y).sum().item()
            total += y.numel()
    return good / total


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--length", type=int, default=30)
    p.add_argument("--seed", type=int, default=7)
    args = p.parse_args()
    torch.manual_seed(args.seed)

    x, y = make_sequences(1500, args.length, args.seed)
    data = TensorDataset(x, y)
    train, val, test = random_split(
        data, [1000, 250, 250], generator=torch.Generator().manual_seed(args.seed))
    train_loader = DataLoader(train, batch_size=args.batch_size, shuffle=True)
    val_loader = DataLoader(val, batch_size=args.batch_size)
    test_loader = DataLoader(test, batch_size=args.batch_size)

    model = WaveClassifier()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        model.train()
        epoch_loss = 0.0
        for xb, yb in train_loader:
            logits = model(xb)
            loss = criterion(logits, yb)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            epoch_loss += loss.item()
        print(f"[{epoch + 1:02d}] loss={epoch_loss / len(train_loader):.4f} "
              f"val_acc={accuracy(model, val_loader):.3f}")

    print("test accuracy:", round(accuracy(model, test_loader), 3))


if __name__ == "__main__":
    main()
