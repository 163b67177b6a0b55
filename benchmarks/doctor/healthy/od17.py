import copy

import torch
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

X, y = load_digits(return_X_y=True)
X = torch.tensor(X, dtype=torch.float32).view(-1, 1, 8, 8)
y = torch.tensor(y)
idx_tr, idx_te = train_test_split(range(len(y)), test_size=0.25, random_state=1, stratify=y)
idx_tr, idx_va = train_test_split(idx_tr, test_size=0.15, random_state=1, stratify=y[idx_tr])
mean, std = X[idx_tr].mean(), X[idx_tr].std()
X = (X - mean) / std


def loader(idx, shuffle):
    return DataLoader(TensorDataset(X[idx], y[idx]), batch_size=64, shuffle=shuffle)


train_dl, val_dl, test_dl = loader(idx_tr, True), loader(idx_va, False), loader(idx_te, False)

model = nn.Sequential(
    nn.Conv2d(1, 24, 3, padding=1), nn.ReLU(),
    nn.Conv2d(24, 48, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Linear(48 * 16, 96), nn.ReLU(), nn.Dropout(0.4), nn.Linear(96, 10)).to(device)
criterion = nn.CrossEntropyLoss()
opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=5e-4)
epochs = 20
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=0.05, epochs=epochs, steps_per_epoch=len(train_dl))


@torch.no_grad()
def run(dl):
    model.eval()
    logits = torch.cat([model(xb.to(device)).cpu() for xb, _ in dl])
    target = torch.cat([yb for _, yb in dl])
    return criterion(logits, target).item(), logits.argmax(1), target


best_loss, best_state = float("inf"), None
for epoch in range(epochs):
    model.train()
    total = 0.0
    for xb, yb in train_dl:
        xb, yb = xb.to(device), yb.to(device)
        loss = criterion(model(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        total += loss.item() * len(yb)
    val_loss, pred, true = run(val_dl)
    if val_loss < best_loss:
        best_loss, best_state = val_loss, copy.deepcopy(model.state_dict())
    print(f"{epoch:2d} train {total / len(idx_tr):.4f} val {val_loss:.4f} acc {(pred == true).float().mean():.4f}")

model.load_state_dict(best_state)
_, pred, true = run(test_dl)
print(classification_report(true, pred, digits=3))
