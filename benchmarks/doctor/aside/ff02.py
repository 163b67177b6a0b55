# Small convnet on the 8x8 digits, with Accelerate
import os

import torch
import torch.nn as nn
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 8
BATCH = 64
MAX_NORM = 1.0
OUT = "out/ff02"


class DigitNet(nn.Module):
    def __init__(self, width=24, n_classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1), nn.BatchNorm2d(2 * width), nn.ReLU(), nn.MaxPool2d(2),
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(2 * width * 2 * 2, n_classes)

    def forward(self, x):
        return self.head(self.drop(self.features(x).flatten(1)))


def get_loaders():
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X, dtype=torch.float32).view(-1, 1, 8, 8) / 16.0
    y = torch.tensor(y, dtype=torch.long)
    tr, va = train_test_split(range(len(y)), test_size=0.2, random_state=0, stratify=y.numpy())
    train = TensorDataset(X[list(tr)], y[list(tr)])
    valid = TensorDataset(X[list(va)], y[list(va)])
    return DataLoader(train, BATCH, shuffle=True), DataLoader(valid, 256)


@torch.no_grad()
def evaluate(accelerator, model, loader):
    model.eval()
    right = n = 0
    for x, y in loader:
        p, t = accelerator.gather_for_metrics((model(x).argmax(1), y))
        right += (p == t).sum().item()
        n += t.numel()
    return right / n


def main():
    set_seed(0)
    torch.set_num_threads(2)
    accelerator = Accelerator(cpu=True)
    train_loader, val_loader = get_loaders()
    model = DigitNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * len(train_loader))
    criterion = nn.CrossEntropyLoss()
    model, optimizer, train_loader, val_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, val_loader, scheduler
    )

    for epoch in range(EPOCHS):
        model.train()
        for x, y in train_loader:
            loss = criterion(model(x), y)
            accelerator.backward(loss)
            optimizer.zero_grad()
            norm = accelerator.clip_grad_norm_(model.parameters(), MAX_NORM)
            optimizer.step()
            scheduler.step()
        acc = evaluate(accelerator, model, val_loader)
        accelerator.print(f"{epoch}: last loss {loss.item():.4f}, grad norm {float(norm):.3f}, val acc {acc:.4f}")

    os.makedirs(OUT, exist_ok=True)
    accelerator.save(accelerator.unwrap_model(model).state_dict(), os.path.join(OUT, "digits.pt"))


if __name__ == "__main__":
    main()
