"""5-fold cross validation of a small MLP, then a check on data put aside at the start."""
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler

SEED = 11
torch.manual_seed(SEED)
np.random.seed(SEED)

X, y = make_classification(
    n_samples=900, n_features=20, n_informative=8, n_redundant=2, class_sep=1.6, flip_y=0.2, random_state=SEED
)
X, X_hold, y, y_hold = train_test_split(X, y, test_size=300, stratify=y, random_state=SEED)


def make_model():
    return nn.Sequential(
        nn.Linear(20, 128), nn.ReLU(),
        nn.Linear(128, 128), nn.ReLU(),
        nn.Linear(128, 2),
    )


def fit(model, X, y, epochs=30, batch_size=32):
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    loss_fn = nn.CrossEntropyLoss()
    X = torch.as_tensor(X, dtype=torch.float32)
    y = torch.as_tensor(y, dtype=torch.long)
    model.train()
    for _ in range(epochs):
        order = torch.randperm(len(X))
        for i in range(0, len(X), batch_size):
            idx = order[i:i + batch_size]
            opt.zero_grad()
            loss_fn(model(X[idx]), y[idx]).backward()
            opt.step()


@torch.no_grad()
def score(model, X, y):
    model.eval()
    pred = model(torch.as_tensor(X, dtype=torch.float32)).argmax(1).numpy()
    return accuracy_score(y, pred)


model = make_model()
kfold = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
scores = []
for fold, (tr, va) in enumerate(kfold.split(X, y), start=1):
    scaler = StandardScaler().fit(X[tr])
    fit(model, scaler.transform(X[tr]), y[tr])
    acc = score(model, scaler.transform(X[va]), y[va])
    scores.append(acc)
    print(f"fold {fold}: accuracy {acc:.3f}")
print(f"cross validation: {np.mean(scores):.3f} +- {np.std(scores):.3f}")

scaler = StandardScaler().fit(X)
final = make_model()
fit(final, scaler.transform(X), y)
print(f"held out data:    {score(final, scaler.transform(X_hold), y_hold):.3f}")
