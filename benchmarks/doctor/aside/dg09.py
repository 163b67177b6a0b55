import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class Config:
    epochs = 8
    batch_size = 64
    max_lr = 1e-2
    weight_decay = 1e-4
    seed = 21


class DigitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.norm1 = nn.BatchNorm2d(16)
        self.norm2 = nn.BatchNorm2d(32)
        self.fc = nn.Linear(32 * 2 * 2, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.norm2(self.conv2(x))), 2)
        return self.fc(x.flatten(1))


def get_data(cfg):
    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).astype(np.float32).reshape(-1, 1, 8, 8)
    parts = train_test_split(images, labels, test_size=0.25, stratify=labels, random_state=cfg.seed)
    x_train, x_val, y_train, y_val = (torch.from_numpy(p) for p in parts)
    return TensorDataset(x_train, y_train), TensorDataset(x_val, y_val)


def run_validation(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()
    return correct / len(loader.dataset)


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    train_set, val_set = get_data(cfg)
    train_loader = DataLoader(train_set, batch_size=cfg.batch_size, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=256)

    model = DigitNet()
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.max_lr, weight_decay=cfg.weight_decay)
    steps_per_epoch = len(train_set) // cfg.batch_size
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        max_lr=cfg.max_lr,
        epochs=cfg.epochs,
        steps_per_epoch=steps_per_epoch,
        pct_start=0.3,
    )

    for epoch in range(cfg.epochs):
        model.train()
        epoch_loss = 0.0
        for x, y in train_loader:
            optimizer.zero_grad(set_to_none=True)
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step()
            epoch_loss += loss.item() * len(y)
        acc = run_validation(model, val_loader)
        print(
            f"epoch {epoch + 1}/{cfg.epochs} loss {epoch_loss / len(train_set):.4f} "
            f"val_acc {acc:.4f} lr {scheduler.get_last_lr()[0]:.2e}"
        )


if __name__ == "__main__":
    main()
