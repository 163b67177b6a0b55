"""Rare-fault detector. The faults are ~6 % of the rows, so we balance the classes."""
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import f1_score, precision_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 8
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)


def load():
    X, y = make_classification(
        n_samples=1500,
        n_features=30,
        n_informative=6,
        n_redundant=2,
        weights=[0.94],
        class_sep=0.6,
        flip_y=0.02,
        random_state=SEED,
    )
    return X.astype("float32"), y


def balance(X, y):
    """Draw the rare class again until both are equally frequent."""
    rare = np.flatnonzero(y == 1)
    common = np.flatnonzero(y == 0)
    extra = rng.choice(rare, size=len(common) - len(rare), replace=True)
    idx = rng.permutation(np.concatenate([common, rare, extra]))
    return X[idx], y[idx]


X, y = load()
X, y = balance(X, y)
X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.25, stratify=y, random_state=SEED)

scaler = StandardScaler().fit(X_train)
train_ds = TensorDataset(
    torch.tensor(scaler.transform(X_train), dtype=torch.float32),
    torch.tensor(y_train, dtype=torch.float32),
)
Xv = torch.tensor(scaler.transform(X_val), dtype=torch.float32)

model = nn.Sequential(
    nn.Linear(X.shape[1], 64), nn.ReLU(),
    nn.Linear(64, 64), nn.ReLU(),
    nn.Linear(64, 1),
)
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
loader = DataLoader(train_ds, batch_size=64, shuffle=True)

for epoch in range(30):
    model.train()
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(model(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()

    if epoch % 5 == 4:
        model.eval()
        with torch.no_grad():
            guess = (torch.sigmoid(model(Xv).squeeze(1)) > 0.5).int().numpy()
        print(
            f"epoch {epoch + 1}: precision {precision_score(y_val, guess):.3f} "
            f"recall {recall_score(y_val, guess):.3f} f1 {f1_score(y_val, guess):.3f}"
        )
