"""Digit classifier, PyTorch version of our old Keras MLP (dense -> batch norm -> relu, three times)."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.datasets import load_digits

torch.manual_seed(7)

# settings as in the Keras configuration file
CONFIG = {
    "units": [128, 96, 64],
    "bn_momentum": 0.99,
    "bn_epsilon": 1e-3,
    "batch_size": 8,
    "learning_rate": 1e-3,
    "epochs": 8,
}


def block(n_in, n_out):
    return nn.Sequential(
        nn.Linear(n_in, n_out, bias=False),
        nn.BatchNorm1d(n_out, eps=CONFIG["bn_epsilon"], momentum=CONFIG["bn_momentum"]),
        nn.ReLU(),
    )


class DigitNet(nn.Module):
    def __init__(self, n_in=64, n_classes=10):
        super().__init__()
        sizes = [n_in] + CONFIG["units"]
        self.body = nn.Sequential(*[block(a, b) for a, b in zip(sizes[:-1], sizes[1:])])
        self.head = nn.Linear(sizes[-1], n_classes)

    def forward(self, x):
        return self.head(self.body(x))


def get_loaders():
    digits = load_digits()
    x = torch.tensor(digits.data / 16.0, dtype=torch.float32)
    y = torch.tensor(digits.target, dtype=torch.long)
    order = torch.randperm(len(x), generator=torch.Generator().manual_seed(1))
    train, valid = order[:1280], order[1280:]
    return (
        DataLoader(TensorDataset(x[train], y[train]), batch_size=CONFIG["batch_size"], shuffle=True),
        DataLoader(TensorDataset(x[valid], y[valid]), batch_size=128),
    )


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    loss, right, n = 0.0, 0, 0
    for x, y in loader:
        out = model(x)
        loss += nn.functional.cross_entropy(out, y, reduction="sum").item()
        right += (out.argmax(1) == y).sum().item()
        n += len(y)
    return loss / n, right / n


def main():
    train_loader, valid_loader = get_loaders()
    model = DigitNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=CONFIG["learning_rate"])
    for epoch in range(CONFIG["epochs"]):
        model.train()
        total, right, n = 0.0, 0, 0
        for x, y in train_loader:
            optimizer.zero_grad()
            out = model(x)
            loss = nn.functional.cross_entropy(out, y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(y)
            right += (out.argmax(1) == y).sum().item()
            n += len(y)
        val_loss, val_acc = evaluate(model, valid_loader)
        print(f"epoch {epoch + 1}: loss {total / n:.3f} acc {right / n:.3f}  val_loss {val_loss:.3f} val_acc {val_acc:.3f}")


if __name__ == "__main__":
    main()
