"""Transfer learning on the 8x8 digits: learn 0-4, then reuse the features for 5-9."""
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)


class SmallCNN(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(32 * 2 * 2, 64), nn.ReLU(),
        )
        self.head = nn.Linear(64, n_classes)

    def forward(self, x):
        return self.head(self.body(x))


def loaders(images, labels):
    x_tr, x_te, y_tr, y_te = train_test_split(images, labels, test_size=0.25, stratify=labels, random_state=0)
    make = lambda x, y: TensorDataset(torch.from_numpy(x), torch.from_numpy(y))
    return (DataLoader(make(x_tr, y_tr), batch_size=32, shuffle=True),
            DataLoader(make(x_te, y_te), batch_size=256))


def accuracy(model, loader):
    model.eval()
    hits = n = 0
    with torch.no_grad():
        for x, y in loader:
            hits += (model(x).argmax(1) == y).sum().item()
            n += len(y)
    return hits / n


def fit(model, optimizer, train, test, epochs):
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        running = 0.0
        for x, y in train:
            optimizer.zero_grad()
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
            running += loss.item() * len(y)
        print(f"  epoch {epoch + 1}: loss {running / len(train.dataset):.4f}  test acc {accuracy(model, test):.4f}")


digits = load_digits()
images = (digits.images / 16.0).astype(np.float32)[:, None]
labels = digits.target.astype(np.int64)
low = labels < 5

print("source task: 0-4")
src_train, src_test = loaders(images[low], labels[low])
net = SmallCNN(5)
fit(net, torch.optim.Adam(net.parameters(), lr=1e-3), src_train, src_test, epochs=8)

print("target task: 5-9")
tgt_train, tgt_test = loaders(images[~low], labels[~low] - 5)
for p in net.body.parameters():
    p.requires_grad = False
optimizer = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=3e-3)
net.head = nn.Linear(64, 5)
fit(net, optimizer, tgt_train, tgt_test, epochs=15)
