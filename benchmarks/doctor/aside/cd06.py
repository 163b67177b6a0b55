import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class ConvBlock(nn.Sequential):
    def __init__(self, c_in, c_out):
        super().__init__(
            nn.Conv2d(c_in, c_out, 3, padding=1, bias=False),
            nn.BatchNorm2d(c_out),
            nn.ReLU(inplace=True),
        )


class TinyResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = ConvBlock(1, 16)
        self.body = ConvBlock(16, 16)
        self.down = nn.Sequential(nn.MaxPool2d(2), ConvBlock(16, 32))
        self.classifier = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 10))

    def forward(self, x):
        x = self.stem(x)
        x = x + self.body(x)
        return self.classifier(self.down(x))


class Trainer:
    def __init__(self, model, train_loader, val_loader, epochs=30, lr=0.01):
        self.model = model
        self.train_loader = train_loader
        self.val_loader = val_loader
        self.epochs = epochs
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9, weight_decay=1e-4)
        # three phases of ten epochs each
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, step_size=10, gamma=0.1)

    def train_epoch(self):
        self.model.train()
        losses = []
        for images, labels in self.train_loader:
            self.optimizer.zero_grad(set_to_none=True)
            loss = self.criterion(self.model(images), labels)
            loss.backward()
            self.optimizer.step()
            self.scheduler.step()
            losses.append(loss.item())
        return float(np.mean(losses))

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        correct = 0
        for images, labels in self.val_loader:
            correct += (self.model(images).argmax(dim=1) == labels).sum().item()
        return correct / len(self.val_loader.dataset)

    def fit(self):
        for epoch in range(1, self.epochs + 1):
            loss = self.train_epoch()
            acc = self.validate()
            if epoch == 1 or epoch % 5 == 0:
                print(f"[{epoch:02d}/{self.epochs}] loss={loss:.4f} val_acc={acc:.4f}")


def main():
    torch.manual_seed(11)
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X.reshape(-1, 1, 8, 8) / 16.0, dtype=torch.float32)
    y = torch.tensor(y, dtype=torch.long)
    idx_train, idx_val = train_test_split(np.arange(len(y)), test_size=0.2, stratify=y.numpy(), random_state=11)
    train_loader = DataLoader(TensorDataset(X[idx_train], y[idx_train]), batch_size=32, shuffle=True, drop_last=True)
    val_loader = DataLoader(TensorDataset(X[idx_val], y[idx_val]), batch_size=128)
    Trainer(TinyResNet(), train_loader, val_loader).fit()


if __name__ == "__main__":
    main()
