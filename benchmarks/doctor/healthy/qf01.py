"""Handwritten digits with a small MLP.

The epoch is picked on the validation part, the test part is touched once, at the very end.
"""
import copy

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 7
torch.manual_seed(SEED)
torch.set_num_threads(2)

X, y = load_digits(return_X_y=True)
X = X.astype(np.float32)

# 60 / 20 / 20, stratified
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=SEED)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=SEED)

# statistics of the training rows only; some corner pixels never change, hence the floor
mean = X_train.mean(axis=0)
std = np.maximum(X_train.std(axis=0), 1.0)


def to_dataset(a, b):
    return TensorDataset(torch.from_numpy((a - mean) / std), torch.from_numpy(b).long())


train_loader = DataLoader(to_dataset(X_train, y_train), batch_size=64, shuffle=True)
val_loader = DataLoader(to_dataset(X_val, y_val), batch_size=256)
test_loader = DataLoader(to_dataset(X_test, y_test), batch_size=256)

model = nn.Sequential(
    nn.Linear(64, 128),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(128, 64),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(64, 10),  # logits: CrossEntropyLoss does the log-softmax itself
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-5)


@torch.no_grad()
def evaluate(loader):
    model.eval()
    right, loss_sum, n = 0, 0.0, 0
    for xb, yb in loader:
        logits = model(xb)
        loss_sum += criterion(logits, yb).item() * len(yb)  # mean of the batch -> sum
        right += (logits.argmax(dim=1) == yb).sum().item()
        n += len(yb)
    return loss_sum / n, right / n


best_loss, best_state, best_epoch = float("inf"), None, 0
for epoch in range(1, 41):
    model.train()
    running, seen = 0.0, 0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(yb)
        seen += len(yb)
    val_loss, val_acc = evaluate(val_loader)
    if val_loss < best_loss:
        best_loss, best_epoch = val_loss, epoch
        best_state = copy.deepcopy(model.state_dict())  # a copy, the weights go on changing
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  train {running / seen:.4f}  val {val_loss:.4f}  val acc {val_acc:.3f}")

model.load_state_dict(best_state)
test_loss, test_acc = evaluate(test_loader)
majority = np.mean(y_test == np.bincount(y_train).argmax())
print(f"best epoch {best_epoch}: test loss {test_loss:.4f}, accuracy {test_acc:.3f} (majority class {majority:.3f})")
