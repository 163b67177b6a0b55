"""Handwritten digits with a small MLP: early stopping on validation loss."""
import copy

import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
X, y = load_digits(return_X_y=True)
X = torch.tensor(X, dtype=torch.float32) / 16.0
y = torch.tensor(y, dtype=torch.long)

idx_train, idx_rest = train_test_split(range(len(y)), test_size=0.3, stratify=y, random_state=0)
idx_val, idx_test = train_test_split(idx_rest, test_size=0.5, stratify=y[idx_rest], random_state=0)
train_dl = DataLoader(TensorDataset(X[idx_train], y[idx_train]), batch_size=64, shuffle=True)
val_dl = DataLoader(TensorDataset(X[idx_val], y[idx_val]), batch_size=256)
test_dl = DataLoader(TensorDataset(X[idx_test], y[idx_test]), batch_size=256)

model = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Dropout(0.2), nn.Linear(128, 10))
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=3)


@torch.no_grad()
def evaluate(loader):
    model.eval()
    loss, hits, n = 0.0, 0, 0
    for xb, yb in loader:
        logits = model(xb)
        loss += criterion(logits, yb).item() * len(yb)
        hits += (logits.argmax(1) == yb).sum().item()
        n += len(yb)
    return loss / n, hits / n


best_loss, best_state, bad_epochs, patience = float("inf"), None, 0, 8
for epoch in range(1, 61):
    model.train()
    running = 0.0
    for xb, yb in train_dl:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(yb)
    val_loss, val_acc = evaluate(val_dl)
    scheduler.step(val_loss)
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  train {running / len(idx_train):.4f}  val {val_loss:.4f}  acc {val_acc:.3f}")
    if val_loss < best_loss - 1e-4:
        best_loss, bad_epochs = val_loss, 0
        best_state = copy.deepcopy(model.state_dict())
    else:
        bad_epochs += 1
        if bad_epochs >= patience:
            print("early stop at epoch", epoch)
            break

model.load_state_dict(best_state)
print("test loss %.4f, test accuracy %.3f" % evaluate(test_dl))
