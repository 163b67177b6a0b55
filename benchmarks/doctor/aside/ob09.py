# Transfer learning: learn features on the digits 0-4, reuse them for 5-9
import torch
import torch.nn as nn
import torch.optim as optim
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)


class ConvNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 32, 3, padding=1), nn.ReLU(),
            nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.fc = nn.Linear(64 * 2 * 2, classes)

    def forward(self, x):
        return self.fc(self.features(x))


def loaders(first, last):
    images, target = load_digits().images, load_digits().target
    keep = (target >= first) & (target <= last)
    x = torch.tensor(images[keep] / 16.0, dtype=torch.float32).unsqueeze(1)
    y = torch.tensor(target[keep] - first, dtype=torch.long)
    tr, va = train_test_split(torch.arange(len(y)), test_size=0.25, random_state=0, stratify=y)
    return (DataLoader(TensorDataset(x[tr], y[tr]), batch_size=32, shuffle=True),
            DataLoader(TensorDataset(x[va], y[va]), batch_size=128))


def run_epoch(model, loader, criterion, optimizer=None):
    model.train(optimizer is not None)
    loss_sum, hits, n = 0.0, 0, 0
    with torch.set_grad_enabled(optimizer is not None):
        for inputs, labels in loader:
            outputs = model(inputs)
            loss = criterion(outputs, labels)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            loss_sum += loss.item() * len(labels)
            hits += (outputs.argmax(1) == labels).sum().item()
            n += len(labels)
    return loss_sum / n, hits / n


def fit(model, optimizer, train_dl, valid_dl, epochs):
    criterion = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        tl, ta = run_epoch(model, train_dl, criterion, optimizer)
        vl, va = run_epoch(model, valid_dl, criterion)
        print(f"  [{epoch + 1}/{epochs}] train loss {tl:.4f} acc {ta:.3f} | val loss {vl:.4f} acc {va:.3f}")


print("source task: 0-4")
model = ConvNet(classes=5)
fit(model, optim.Adam(model.parameters(), lr=1e-3), *loaders(0, 4), epochs=6)

print("target task: 5-9")
for param in model.features.parameters():
    param.requires_grad = False
optimizer = optim.Adam(model.fc.parameters(), lr=1e-2)
model.fc = nn.Linear(model.fc.in_features, 5)
fit(model, optimizer, *loaders(5, 9), epochs=10)
