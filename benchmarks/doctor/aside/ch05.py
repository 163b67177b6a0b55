"""Digits with a small convolutional net, loop driven by accelerate."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class DigitNet(nn.Module):
    def __init__(self, drop=0.4):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(32)
        self.drop = nn.Dropout(drop)
        self.fc = nn.Linear(32 * 4 * 4, 10)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        return self.fc(self.drop(x.flatten(1)))


def loaders(batch_size=32):
    images, labels = load_digits(return_X_y=True)
    images = torch.tensor(images / 16.0, dtype=torch.float32).view(-1, 1, 8, 8)
    labels = torch.tensor(labels)
    tr, va = train_test_split(
        list(range(len(labels))), train_size=350, stratify=labels.numpy(), random_state=8)
    train = TensorDataset(images[tr], labels[tr])
    valid = TensorDataset(images[va], labels[va])
    return (DataLoader(train, batch_size=batch_size, shuffle=True),
            DataLoader(valid, batch_size=256))


@torch.no_grad()
def evaluate(accelerator, model, loader):
    model.eval()
    hits, seen, loss_sum = 0, 0, 0.0
    for x, y in loader:
        logits = model(x)
        logits, y = accelerator.gather_for_metrics((logits, y))
        loss_sum += F.cross_entropy(logits, y, reduction="sum").item()
        hits += (logits.argmax(-1) == y).sum().item()
        seen += len(y)
    return loss_sum / seen, hits / seen


def main(epochs=15):
    set_seed(8)
    accelerator = Accelerator(cpu=True)
    train_loader, valid_loader = loaders()
    model = DigitNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    model, optimizer, train_loader, valid_loader = accelerator.prepare(
        model, optimizer, train_loader, valid_loader)

    model.train()
    for epoch in range(epochs):
        running = 0.0
        for x, y in train_loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            accelerator.backward(loss)
            optimizer.step()
            running += loss.item()
        val_loss, val_acc = evaluate(accelerator, model, valid_loader)
        accelerator.print(
            f"{epoch:02d} train {running / len(train_loader):.4f} "
            f"val {val_loss:.4f} acc {val_acc:.4f}")


if __name__ == "__main__":
    main()
