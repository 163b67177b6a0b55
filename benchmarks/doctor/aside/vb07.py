"""Pretrain a small CNN on the digits 0-4, then transfer it to 5-9 with the convolutions frozen."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class SmallCNN(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(32 * 4 * 4, n_classes)

    def forward(self, x):
        return self.head(self.features(x))


def loaders(x, y, seed=0):
    x_tr, x_va, y_tr, y_va = train_test_split(x, y, test_size=0.25, random_state=seed, stratify=y)
    as_ds = lambda a, b: TensorDataset(torch.tensor(a).unsqueeze(1), torch.tensor(b))
    return (
        DataLoader(as_ds(x_tr, y_tr), batch_size=32, shuffle=True),
        DataLoader(as_ds(x_va, y_va), batch_size=128),
    )


def run_epoch(model, dl, opt):
    model.train()
    total = 0.0
    for xb, yb in dl:
        opt.zero_grad()
        loss = F.cross_entropy(model(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * len(yb)
    return total / len(dl.dataset)


@torch.no_grad()
def accuracy(model, dl):
    model.eval()
    hits = sum((model(xb).argmax(1) == yb).sum().item() for xb, yb in dl)
    return hits / len(dl.dataset)


def main():
    torch.manual_seed(0)
    digits = load_digits()
    images = (digits.images / 16.0).astype("float32")
    low = digits.target < 5
    src_train, src_val = loaders(images[low], digits.target[low])
    tgt_train, tgt_val = loaders(images[~low], digits.target[~low] - 5)

    # stage 1: source task
    model = SmallCNN(5)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(6):
        loss = run_epoch(model, src_train, optimizer)
        print(f"[source] epoch {epoch} loss {loss:.3f} val acc {accuracy(model, src_val):.3f}")

    # stage 2: target task
    for p in model.features.parameters():
        p.requires_grad = False
    optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()), lr=2e-3)
    model.head = nn.Linear(model.head.in_features, 5)

    for epoch in range(12):
        loss = run_epoch(model, tgt_train, optimizer)
        print(f"[target] epoch {epoch} loss {loss:.3f} val acc {accuracy(model, tgt_val):.3f}")


if __name__ == "__main__":
    main()
