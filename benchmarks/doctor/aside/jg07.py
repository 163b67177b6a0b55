"""Rare machine faults from sensor values; the rare classes are drawn more often."""
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score, classification_report
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

torch.manual_seed(0)
CLASSES = ["fine", "worn", "broken"]

X, y = make_classification(
    n_samples=4000, n_features=16, n_informative=8, n_redundant=2,
    n_classes=3, n_clusters_per_class=1, weights=[0.85, 0.11, 0.04],
    class_sep=1.5, flip_y=0.0, random_state=7,
)
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=7)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=7)

scaler = StandardScaler().fit(X_train)


def tensors(a, b):
    return TensorDataset(torch.tensor(scaler.transform(a), dtype=torch.float32), torch.tensor(b, dtype=torch.long))


train_ds, val_ds, test_ds = tensors(X_train, y_train), tensors(X_val, y_val), tensors(X_test, y_test)

counts = np.bincount(y_train, minlength=len(CLASSES))
weights = torch.tensor(1.0 / counts, dtype=torch.double)
print("rows per class:", dict(zip(CLASSES, counts.tolist())))

sampler = WeightedRandomSampler(weights, num_samples=len(train_ds), replacement=True)
train_loader = DataLoader(train_ds, batch_size=64, sampler=sampler)
val_loader = DataLoader(val_ds, batch_size=256)
test_loader = DataLoader(test_ds, batch_size=256)

net = nn.Sequential(
    nn.Linear(16, 64), nn.ReLU(), nn.Dropout(0.1),
    nn.Linear(64, 64), nn.ReLU(),
    nn.Linear(64, len(CLASSES)),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)


@torch.no_grad()
def predict(loader):
    net.eval()
    guesses, truth = [], []
    for xb, yb in loader:
        guesses.append(net(xb).argmax(1))
        truth.append(yb)
    return torch.cat(truth).numpy(), torch.cat(guesses).numpy()


for epoch in range(15):
    net.train()
    losses = []
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    score = balanced_accuracy_score(*predict(val_loader))
    print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.4f}  balanced accuracy (val) {score:.3f}")

truth, guesses = predict(test_loader)
print(classification_report(truth, guesses, target_names=CLASSES, zero_division=0))
