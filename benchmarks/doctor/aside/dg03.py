# Fault detection, three kinds of fault, very unequal classes.
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

SEED = 13
EPOCHS = 15
BATCH = 64

torch.manual_seed(SEED)

X, y = make_classification(
    n_samples=4000,
    n_features=20,
    n_informative=8,
    n_redundant=4,
    n_classes=3,
    n_clusters_per_class=1,
    weights=[0.85, 0.1, 0.05],
    class_sep=1.5,
    random_state=SEED,
)
X_train, X_val, y_train, y_val = train_test_split(
    X, y, test_size=0.25, stratify=y, random_state=SEED
)
mean, std = X_train.mean(axis=0), X_train.std(axis=0)
X_train = ((X_train - mean) / std).astype(np.float32)
X_val = ((X_val - mean) / std).astype(np.float32)

train_ds = TensorDataset(torch.from_numpy(X_train), torch.from_numpy(y_train))
val_ds = TensorDataset(torch.from_numpy(X_val), torch.from_numpy(y_val))

# draw the rare faults as often as the common one
class_counts = np.bincount(y_train)
print("class counts:", class_counts)
weights = 1.0 / torch.tensor(class_counts, dtype=torch.double)
sampler = WeightedRandomSampler(weights, num_samples=len(train_ds), replacement=True)

train_loader = DataLoader(train_ds, batch_size=BATCH, sampler=sampler)
val_loader = DataLoader(val_ds, batch_size=256)

model = nn.Sequential(
    nn.Linear(20, 64),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(64, 32),
    nn.ReLU(),
    nn.Linear(32, 3),
)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(1, EPOCHS + 1):
    model.train()
    total = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)

    model.eval()
    guesses, truths = [], []
    with torch.no_grad():
        for xb, yb in val_loader:
            guesses.append(model(xb).argmax(dim=1))
            truths.append(yb)
    guesses = torch.cat(guesses).numpy()
    truths = torch.cat(truths).numpy()
    print(
        f"{epoch:2d}  train loss {total / len(train_ds):.4f}"
        f"  val balanced acc {balanced_accuracy_score(truths, guesses):.3f}"
    )
