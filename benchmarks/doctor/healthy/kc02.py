# %% [markdown]
# # Digits 8x8 - small CNN, mixup, label smoothing, one-cycle, shift-TTA
# notebook exported as a script

# %%
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 7
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)

# %%
digits = load_digits()
X = (digits.images / 16.0).astype("float32")[:, None]      # (N, 1, 8, 8), fixed scale, nothing fitted
y = digits.target.astype("int64")
X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=SEED)
X_tr, X_va, y_tr, y_va = train_test_split(X_dev, y_dev, test_size=0.2, stratify=y_dev, random_state=SEED)
X_tr, X_va, X_test = map(torch.from_numpy, (X_tr, X_va, X_test))
y_tr, y_va, y_test = map(torch.from_numpy, (y_tr, y_va, y_test))
print("rows", len(X_tr), len(X_va), len(X_test))

# %%
net = nn.Sequential(
    nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
    nn.Conv2d(32, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * 2 * 2, 10),
)

EPOCHS, BS, ALPHA = 25, 64, 0.2
steps_per_epoch = len(X_tr) // BS            # the ragged rest of each permutation is dropped
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9, nesterov=True, weight_decay=1e-4)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=EPOCHS * steps_per_epoch)
criterion = nn.CrossEntropyLoss(label_smoothing=0.05)


# %%
def shift(x, dy, dx):
    """Move the picture by whole pixels, fill with zeros (a torch.roll would wrap the ink around)."""
    padded = F.pad(x, (1, 1, 1, 1))
    return padded[:, :, 1 - dy:9 - dy, 1 - dx:9 - dx]


@torch.inference_mode()
def predict(x, tta=False):
    net.eval()
    moves = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)] if tta else [(0, 0)]
    return torch.stack([net(shift(x, *m)).softmax(-1) for m in moves]).mean(0)


def accuracy(probs, target):
    return (probs.argmax(-1) == target).float().mean().item()


# %%
for epoch in range(EPOCHS):
    net.train()
    perm = torch.randperm(len(X_tr))
    running = 0.0
    for s in range(steps_per_epoch):
        idx = perm[s * BS:(s + 1) * BS]
        xb, yb = X_tr[idx], y_tr[idx]
        dy, dx = rng.integers(-1, 2, size=2).tolist()
        xb = shift(xb, dy, dx)

        lam = float(rng.beta(ALPHA, ALPHA))
        other = torch.randperm(len(idx))
        mixed = lam * xb + (1 - lam) * xb[other]

        logits = net(mixed)
        loss = lam * criterion(logits, yb) + (1 - lam) * criterion(logits, yb[other])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        scheduler.step()
        running += loss.item()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d} mixup loss {running / steps_per_epoch:.3f}  valid acc {accuracy(predict(X_va), y_va):.4f}")

# %%
# is TTA worth it?  The validation rows decide, the test rows are looked at once.
plain, aug = accuracy(predict(X_va), y_va), accuracy(predict(X_va, tta=True), y_va)
use_tta = aug > plain
print(f"valid plain {plain:.4f}  valid TTA {aug:.4f}  -> use TTA: {use_tta}")
print(f"test accuracy {accuracy(predict(X_test, tta=use_tta), y_test):.4f}  (most frequent class: {y_test.bincount().max().item() / len(y_test):.3f})")
