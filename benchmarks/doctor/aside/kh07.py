"""Handwritten digits, small fully connected net, SGD with a plateau schedule."""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)

X, y = load_digits(return_X_y=True)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=1)
X_train, X_val, y_train, y_val = train_test_split(
    X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=1
)


def as_dataset(a, b):
    # pixels go from 0 to 16
    return TensorDataset(torch.tensor(a / 16.0, dtype=torch.float32), torch.tensor(b, dtype=torch.long))


train_dl = DataLoader(as_dataset(X_train, y_train), batch_size=64, shuffle=True)
val_dl = DataLoader(as_dataset(X_val, y_val), batch_size=256)
test_dl = DataLoader(as_dataset(X_test, y_test), batch_size=256)

net = nn.Sequential(
    nn.Linear(64, 128),
    nn.ReLU(),
    nn.Linear(128, 64),
    nn.ReLU(),
    nn.Linear(64, 10),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.3, patience=2)


def train_one_epoch():
    net.train()
    total = 0.0
    for xb, yb in train_dl:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    return total / len(train_dl.dataset)


def accuracy(loader):
    net.eval()
    right = 0
    with torch.no_grad():
        for xb, yb in loader:
            right += (net(xb).argmax(1) == yb).sum().item()
    return right / len(loader.dataset)


for epoch in range(60):
    train_loss = train_one_epoch()
    val_acc = accuracy(val_dl)
    scheduler.step(val_acc)
    if epoch % 5 == 4:
        lr = optimizer.param_groups[0]["lr"]
        print(f"{epoch + 1:3d}  loss {train_loss:.4f}  val acc {val_acc:.4f}  lr {lr:.1e}")

print(f"test accuracy {accuracy(test_dl):.4f}")
