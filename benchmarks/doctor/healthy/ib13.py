# Breast cancer table. Gradients are accumulated over micro-batches; the learning
# rate is set per update (warm-up, then cosine).
import math

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED, MICRO, ACCUM, EPOCHS = 4, 8, 4, 30
torch.manual_seed(SEED)

X, y = load_breast_cancer(return_X_y=True)
X_rest, X_test, y_rest, y_test = train_test_split(
    X, y, test_size=0.2, stratify=y, random_state=SEED)
X_train, X_valid, y_train, y_valid = train_test_split(
    X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED)

scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_valid, X_test = scaler.transform(X_valid), scaler.transform(X_test)


def dataset(features, labels):
    return TensorDataset(torch.tensor(features, dtype=torch.float32),
                         torch.tensor(labels, dtype=torch.float32).unsqueeze(1))


train_loader = DataLoader(dataset(X_train, y_train), batch_size=MICRO, shuffle=True)
valid_loader = DataLoader(dataset(X_valid, y_valid), batch_size=256)
test_loader = DataLoader(dataset(X_test, y_test), batch_size=256)

model = nn.Sequential(nn.Linear(X.shape[1], 32), nn.GELU(), nn.LayerNorm(32), nn.Linear(32, 1))

# malignant (0) is the rarer class, hence a weight below one for class 1
pos_weight = torch.tensor([(y_train == 0).sum() / (y_train == 1).sum()], dtype=torch.float32)
criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)

n_batches = len(train_loader)
updates_per_epoch = math.ceil(n_batches / ACCUM)
total_updates = updates_per_epoch * EPOCHS
warmup = total_updates // 10


def factor(update):
    if update < warmup:
        return (update + 1) / warmup
    progress = (update - warmup) / (total_updates - warmup)
    return 0.5 * (1 + math.cos(math.pi * progress))


optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


@torch.inference_mode()
def accuracy(loader):
    model.eval()
    hits = n = 0
    for xb, yb in loader:
        guess = (model(xb) > 0).float()
        hits += (guess == yb).sum().item()
        n += yb.shape[0]
    return hits / n


optimizer.zero_grad()
for epoch in range(EPOCHS):
    model.train()
    epoch_loss = 0.0
    for i, (xb, yb) in enumerate(train_loader):
        # the last group of an epoch may be shorter than ACCUM
        group = min(ACCUM, n_batches - (i // ACCUM) * ACCUM)
        loss = criterion(model(xb), yb)
        (loss / group).backward()
        epoch_loss += loss.item() * len(yb)

        if (i + 1) % ACCUM == 0 or i + 1 == n_batches:
            nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:2d}  loss {epoch_loss / len(train_loader.dataset):.4f}"
              f"  valid acc {accuracy(valid_loader):.3f}")

print(f"test acc {accuracy(test_loader):.3f}")
