# Worn bearing or not? Short vibration windows, 24 band energies each, recorded on many machines.
# The net is to go to plants whose machines we have never recorded.
import numpy as np
import torch
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

rng = np.random.default_rng(8)
torch.manual_seed(8)

MACHINES = 40
WINDOWS = 30
BANDS = 24


def record():
    """One block of windows per machine; a machine is either worn or healthy for the whole recording."""
    wear_pattern = np.zeros(BANDS)
    wear_pattern[[3, 7, 15]] = 0.4
    blocks, labels, machine = [], [], []
    for m in range(MACHINES):
        worn = m % 2
        own_sound = rng.normal(0.0, 1.0, BANDS)
        noise = rng.normal(0.0, 0.5, (WINDOWS, BANDS))
        blocks.append(own_sound + worn * wear_pattern + noise)
        labels += [worn] * WINDOWS
        machine += [m] * WINDOWS
    return np.concatenate(blocks).astype("float32"), np.array(labels, dtype="float32"), np.array(machine)


X, y, machine = record()
print(f"{len(X)} windows from {len(np.unique(machine))} machines, {y.mean():.0%} worn")

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=8)

mean, std = X_train.mean(axis=0), X_train.std(axis=0)
X_train, X_test = (X_train - mean) / std, (X_test - mean) / std

net = nn.Sequential(
    nn.Linear(BANDS, 64),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(64, 32),
    nn.ReLU(),
    nn.Linear(32, 1),
)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
loss_fn = nn.BCEWithLogitsLoss()
loader = DataLoader(TensorDataset(torch.from_numpy(X_train), torch.from_numpy(y_train)), batch_size=32, shuffle=True)

for epoch in range(40):
    net.train()
    running = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(net(xb).squeeze(-1), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(xb)
    if (epoch + 1) % 10 == 0:
        print(f"epoch {epoch + 1}: train loss {running / len(X_train):.4f}")

net.eval()
with torch.no_grad():
    prob = torch.sigmoid(net(torch.from_numpy(X_test)).squeeze(-1)).numpy()
print(f"accuracy to expect on a new machine: {accuracy_score(y_test, prob > 0.5):.3f}")
print(f"AUC to expect on a new machine:      {roc_auc_score(y_test, prob):.3f}")
