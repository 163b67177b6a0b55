"""Early stopping on a small noisy set; the best epoch is what gets tested and saved."""
import os

import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from torch import nn

OUT = "out/ga06"
PATIENCE = 40
MAX_EPOCHS = 200

torch.manual_seed(5)
torch.set_num_threads(2)

X, y = make_classification(n_samples=1200, n_features=40, n_informative=8, n_redundant=4,
                           flip_y=0.15, class_sep=0.8, random_state=5)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=400, random_state=5, stratify=y)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=300, random_state=5,
                                                  stratify=y_rest)


def tensors(features, labels):
    return (torch.tensor(features, dtype=torch.float32), torch.tensor(labels, dtype=torch.long))


X_train, y_train = tensors(X_train, y_train)
X_val, y_val = tensors(X_val, y_val)
X_test, y_test = tensors(X_test, y_test)
mu, sd = X_train.mean(0), X_train.std(0)
X_train, X_val, X_test = [(t - mu) / sd for t in (X_train, X_val, X_test)]

model = nn.Sequential(nn.Linear(40, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2))
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
ce = nn.CrossEntropyLoss()


def loss_and_acc(features, labels):
    model.eval()
    with torch.no_grad():
        out = model(features)
        return ce(out, labels).item(), (out.argmax(1) == labels).float().mean().item()


best_loss = float("inf")
best_state = None
best_epoch = -1

for epoch in range(MAX_EPOCHS):
    model.train()
    for ix in torch.randperm(len(X_train)).split(50):
        opt.zero_grad()
        ce(model(X_train[ix]), y_train[ix]).backward()
        opt.step()

    val_loss, val_acc = loss_and_acc(X_val, y_val)
    if val_loss < best_loss:
        best_loss, best_epoch = val_loss, epoch
        best_state = model.state_dict()
    elif epoch - best_epoch >= PATIENCE:
        print(f"no better for {PATIENCE} epochs, stopping at {epoch}")
        break
    if epoch % 10 == 0:
        print(f"{epoch:3d} val loss {val_loss:.4f} acc {val_acc:.3f}")

print(f"best epoch {best_epoch}, val loss {best_loss:.4f}")
model.load_state_dict(best_state)
test_loss, test_acc = loss_and_acc(X_test, y_test)
print(f"test loss {test_loss:.4f} acc {test_acc:.3f}")

os.makedirs(OUT, exist_ok=True)
torch.save(model.state_dict(), os.path.join(OUT, "best.pt"))
