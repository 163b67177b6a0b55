"""
Digits 0-4 are the source task, 5-9 the target task.
The features learned on the first are reused, only a new head is trained for the second.
"""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

SEED = 21


class DigitNet(nn.Module):
    def __init__(self, n_out):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(32 * 2 * 2, n_out)

    def forward(self, x):
        return self.head(self.features(x))


def make_loaders(images, labels, batch_size=32):
    tr_x, va_x, tr_y, va_y = train_test_split(images, labels, test_size=0.3,
                                              random_state=SEED, stratify=labels)
    def ds(a, b):
        return TensorDataset(torch.tensor(a, dtype=torch.float32).unsqueeze(1) / 16,
                             torch.tensor(b, dtype=torch.long))
    return (DataLoader(ds(tr_x, tr_y), batch_size=batch_size, shuffle=True),
            DataLoader(ds(va_x, va_y), batch_size=256))


def run_epochs(net, opt, train, val, epochs, tag):
    criterion = nn.CrossEntropyLoss()
    for ep in range(1, epochs + 1):
        net.train()
        for x, y in train:
            opt.zero_grad()
            loss = criterion(net(x), y)
            loss.backward()
            opt.step()
        net.eval()
        good, n, vloss = 0, 0, 0.0
        with torch.no_grad():
            for x, y in val:
                out = net(x)
                vloss += criterion(out, y).item() * len(y)
                good += (out.argmax(1) == y).sum().item()
                n += len(y)
        print(f"[{tag}] epoch {ep}: val loss {vloss / n:.4f} acc {good / n:.3f}")


def main():
    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    digits = load_digits()
    low = digits.target < 5
    source = make_loaders(digits.images[low], digits.target[low])
    target = make_loaders(digits.images[~low], digits.target[~low] - 5)

    net = DigitNet(5)
    opt = optim.Adam(net.parameters(), lr=1e-3)
    run_epochs(net, opt, *source, epochs=8, tag="source")

    # second stage: features stay as they are
    for p in net.features.parameters():
        p.requires_grad = False
    opt = optim.Adam(filter(lambda p: p.requires_grad, net.parameters()), lr=2e-3)
    net.head = nn.Linear(32 * 2 * 2, 5)
    run_epochs(net, opt, *target, epochs=10, tag="target")


if __name__ == "__main__":
    main()
