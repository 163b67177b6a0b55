import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class SmallCNN(nn.Module):
    def __init__(self, num_classes=10, p=0.4):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
        )
        self.classifier = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(p),
            nn.Linear(32 * 4 * 4, 64),
            nn.ReLU(inplace=True),
            nn.Dropout(p),
            nn.Linear(64, num_classes),
        )

    def forward(self, x):
        return self.classifier(self.features(x))


class Runner:
    def __init__(self, model, lr=0.05, epochs=15):
        self.model = model
        self.epochs = epochs
        self.loss_fn = nn.CrossEntropyLoss()
        self.opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9, weight_decay=5e-4)
        self.sched = torch.optim.lr_scheduler.CosineAnnealingLR(self.opt, T_max=epochs)

    def train_epoch(self, loader):
        seen, total = 0, 0.0
        for x, y in loader:
            self.opt.zero_grad(set_to_none=True)
            loss = self.loss_fn(self.model(x), y)
            loss.backward()
            self.opt.step()
            total += loss.item() * y.size(0)
            seen += y.size(0)
        return total / seen

    @torch.no_grad()
    def accuracy(self, loader):
        self.model.eval()
        hits = sum((self.model(x).argmax(1) == y).sum().item() for x, y in loader)
        return hits / len(loader.dataset)

    def run(self, train_loader, val_loader):
        self.model.train()
        for epoch in range(self.epochs):
            loss = self.train_epoch(train_loader)
            self.sched.step()
            acc = self.accuracy(val_loader)
            print(f"[{epoch + 1:02d}/{self.epochs}] train loss {loss:.4f}  val acc {acc:.4f}")


def make_loaders():
    d = load_digits()
    x = torch.tensor(d.images, dtype=torch.float32).unsqueeze(1) / 16
    y = torch.tensor(d.target, dtype=torch.long)
    tr, va = train_test_split(range(len(y)), test_size=0.25, stratify=d.target, random_state=0)
    train = TensorDataset(x[list(tr)], y[list(tr)])
    val = TensorDataset(x[list(va)], y[list(va)])
    return (
        DataLoader(train, batch_size=32, shuffle=True, drop_last=True),
        DataLoader(val, batch_size=128),
    )


if __name__ == "__main__":
    torch.manual_seed(0)
    Runner(SmallCNN()).run(*make_loaders())
