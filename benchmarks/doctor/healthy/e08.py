# Rare machine faults in a sensor table. The classes are very unequal,
# so batches are drawn with a weighted sampler.
import numpy as np
import torch
import torch.nn as nn
from sklearn.metrics import balanced_accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

rng = np.random.default_rng(4)
torch.manual_seed(4)

# ---------------------------------------------------------------- data
n = 3000
y = rng.choice(3, size=n, p=[0.88, 0.08, 0.04])
temp = rng.normal(60, 8, n) + 14 * (y == 1)
vib = rng.gamma(2.0, 1.0, n) + 2.5 * (y == 2)
load = rng.uniform(0, 1, n)
press = 3 + load * 2 + rng.normal(0, 0.3, n) - 0.8 * (y == 1) * load
noise = rng.normal(0, 1, (n, 4))
X = np.column_stack([temp, vib, load, press, noise]).astype("float32")

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)
scaler = StandardScaler().fit(X_train)
X_train = torch.tensor(scaler.transform(X_train))
X_test = torch.tensor(scaler.transform(X_test))
y_train = torch.tensor(y_train)
y_test = torch.tensor(y_test)

# ------------------------------------------------------------- sampler
counts = torch.bincount(y_train)
class_weights = 1.0 / counts.float()
print("rows per class:", counts.tolist())
sample_weights = class_weights[y_train]
sampler = WeightedRandomSampler(sample_weights, num_samples=len(y_train), replacement=True)

train_loader = DataLoader(TensorDataset(X_train, y_train), batch_size=64, sampler=sampler)

# --------------------------------------------------------------- model
model = nn.Sequential(
    nn.Linear(X_train.shape[1], 32),
    nn.BatchNorm1d(32),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(32, 16),
    nn.ReLU(),
    nn.Linear(16, 3),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)

for epoch in range(15):
    model.train()
    running = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(yb)
    if epoch % 3 == 2:
        print("epoch", epoch + 1, "loss", round(running / len(y_train), 4))

model.eval()
with torch.no_grad():
    pred = model(X_test).argmax(dim=1)
print(confusion_matrix(y_test, pred))
print("accuracy          %.3f" % (pred == y_test).float().mean())
print("balanced accuracy %.3f" % balanced_accuracy_score(y_test, pred))
