"""3 per cent positives. Accuracy says nothing here, so average precision is reported and the threshold is chosen on validation."""
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, balanced_accuracy_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

torch.manual_seed(19)
X, y = make_classification(n_samples=8000, n_features=20, n_informative=8, weights=[0.97], flip_y=0.002,
                           class_sep=1.6, n_clusters_per_class=1, random_state=19)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.25, stratify=y_tr, random_state=0)

loc, scale = X_tr.mean(0), X_tr.std(0)
ten = lambda a: torch.from_numpy(((a - loc) / scale).astype(np.float32))
# the training rows only are drawn evenly; validation and test stay as rare as life
share = np.bincount(y_tr)
weights = torch.tensor(1.0 / share[y_tr])
sampler = WeightedRandomSampler(weights, num_samples=len(y_tr), replacement=True,
                                generator=torch.Generator().manual_seed(19))
loader = DataLoader(TensorDataset(ten(X_tr), torch.from_numpy(y_tr).float()), batch_size=128, sampler=sampler)

mlp = torch.nn.Sequential(torch.nn.Linear(20, 32), torch.nn.ReLU(), torch.nn.Dropout(0.2), torch.nn.Linear(32, 1))
optimizer = torch.optim.AdamW(mlp.parameters(), lr=1e-3, weight_decay=0.01)
criterion = torch.nn.BCEWithLogitsLoss()       # no pos_weight as well: the sampler has done it


def score(a):
    mlp.eval()
    with torch.no_grad():
        return mlp(ten(a)).squeeze(1).sigmoid().numpy()


for epoch in range(12):
    mlp.train()
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(mlp(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: loss {total / len(y_tr):.4f}  validation AP {average_precision_score(y_va, score(X_va)):.3f}")

p, r, t = precision_recall_curve(y_va, score(X_va))
f1 = 2 * p * r / np.maximum(p + r, 1e-12)
threshold = t[f1[:-1].argmax()]                # the last point of the curve has no threshold
s = score(X_te)
print(f"threshold {threshold:.3f}")
print(f"test AP {average_precision_score(y_te, s):.3f} (chance {y_te.mean():.3f}), "
      f"balanced accuracy {balanced_accuracy_score(y_te, s >= threshold):.3f}")
