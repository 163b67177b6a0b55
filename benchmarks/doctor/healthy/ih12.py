"""Small CNN on digits with random shifts as augmentation. Keeps the best checkpoint on disk."""
import os
from dataclasses import asdict, dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset


@dataclass
class TrainConfig:
    epochs: int = 20
    batch_size: int = 64
    lr: float = 2e-3
    weight_decay: float = 1e-3
    max_shift: int = 1
    seed: int = 1234
    out: str = "out/ih12"


class Digits(Dataset):
    def __init__(self, images, labels, max_shift=0):
        self.images = torch.tensor(images, dtype=torch.float32).unsqueeze(1) / 16.0  # pixel values are 0..16
        self.labels = torch.tensor(labels, dtype=torch.long)
        self.max_shift = max_shift

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        img = self.images[idx]
        if self.max_shift:
            m = self.max_shift
            dy, dx = torch.randint(0, 2 * m + 1, (2,)).tolist()
            img = F.pad(img, (m, m, m, m))[:, dy:dy + 8, dx:dx + 8]
        return img, self.labels[idx]


class ConvBlock(nn.Module):
    def __init__(self, c_in, c_out):
        super().__init__()
        self.conv = nn.Conv2d(c_in, c_out, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(c_out)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)))


class SmallCNN(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.features = nn.Sequential(ConvBlock(1, 16), ConvBlock(16, 32), nn.MaxPool2d(2),
                                      ConvBlock(32, 64), nn.AdaptiveAvgPool2d(2))
        self.classifier = nn.Sequential(nn.Flatten(), nn.Dropout(0.25), nn.Linear(64 * 4, n_classes))

    def forward(self, x):
        return self.classifier(self.features(x))


def accuracy(model, loader, device):
    model.eval()
    good = total = 0
    with torch.no_grad():
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            good += (model(x).argmax(dim=1) == y).sum().item()
            total += y.numel()
    return good / total


def main(cfg=TrainConfig()):
    torch.manual_seed(cfg.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    os.makedirs(cfg.out, exist_ok=True)

    bunch = load_digits()
    x, x_test, y, y_test = train_test_split(
        bunch.images, bunch.target, test_size=300, stratify=bunch.target, random_state=cfg.seed)
    x_train, x_val, y_train, y_val = train_test_split(
        x, y, test_size=300, stratify=y, random_state=cfg.seed)

    train_dl = DataLoader(Digits(x_train, y_train, cfg.max_shift), cfg.batch_size, shuffle=True)
    val_dl = DataLoader(Digits(x_val, y_val), 300)    # no shifting here
    test_dl = DataLoader(Digits(x_test, y_test), 300)

    model = SmallCNN().to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr, weight_decay=cfg.weight_decay)
    # stepped once per epoch, so T_max is in epochs
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=cfg.epochs)
    loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)

    best, path = 0.0, os.path.join(cfg.out, "best.pt")
    for epoch in range(cfg.epochs):
        model.train()
        loss_sum = 0.0
        for xb, yb in train_dl:
            xb, yb = xb.to(device), yb.to(device)
            optimizer.zero_grad(set_to_none=True)
            loss = loss_fn(model(xb), yb)
            loss.backward()
            optimizer.step()
            loss_sum += loss.item() * yb.size(0)
        scheduler.step()

        val_acc = accuracy(model, val_dl, device)
        if val_acc > best:
            best = val_acc
            torch.save({"model": model.state_dict(), "config": asdict(cfg), "epoch": epoch}, path)
        print(f"epoch {epoch:02d}  loss {loss_sum / len(train_dl.dataset):.4f}  val_acc {val_acc:.4f}  best {best:.4f}")

    state = torch.load(path, map_location=device, weights_only=True)
    model.load_state_dict(state["model"])
    print(f"best epoch {state['epoch']}, test accuracy {accuracy(model, test_dl, device):.4f}")


if __name__ == "__main__":
    main()
