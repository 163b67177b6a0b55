"""Breast cancer: 5 folds, class weight, a threshold from out-of-fold scores, one look at the test rows."""
import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn

torch.set_num_threads(2)
EPOCHS = 40

data = load_breast_cancer()
X = data.data.astype(np.float32)
y = (data.target == 0).astype(np.float32)  # 1 = malignant, the rarer class
X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=42)


def fit(X_tr, y_tr, seed):
    """A network and the scaler that belongs to it; nothing but the given rows is used."""
    torch.manual_seed(seed)
    scaler = StandardScaler().fit(X_tr)
    xs = torch.from_numpy(scaler.transform(X_tr).astype(np.float32))
    ys = torch.from_numpy(y_tr)
    net = nn.Sequential(nn.Linear(xs.shape[1], 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1))
    pos_weight = (ys == 0).sum() / (ys == 1).sum()
    criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    net.train()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(xs)).split(32):
            opt.zero_grad()
            loss = criterion(net(xs[rows]).squeeze(1), ys[rows])
            loss.backward()
            opt.step()
    return scaler, net


def scores(fitted, X_any):
    scaler, net = fitted
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(torch.from_numpy(scaler.transform(X_any).astype(np.float32)))).squeeze(1).numpy()


oof = np.zeros(len(y_dev), dtype=np.float32)
members = []
for k, (tr, va) in enumerate(StratifiedKFold(5, shuffle=True, random_state=0).split(X_dev, y_dev)):
    fitted = fit(X_dev[tr], y_dev[tr], seed=k)
    oof[va] = scores(fitted, X_dev[va])
    members.append(fitted)
    print(f"fold {k}: AUC {roc_auc_score(y_dev[va], oof[va]):.4f}")

grid = np.linspace(0.05, 0.95, 91)
threshold = grid[np.argmax([balanced_accuracy_score(y_dev, (oof >= t).astype(np.float32)) for t in grid])]
print(f"out-of-fold AUC {roc_auc_score(y_dev, oof):.4f}, threshold {threshold:.2f}")

# every member has its own scaler; their scores are averaged
p_test = np.mean([scores(m, X_test) for m in members], axis=0)
print(f"test AUC {roc_auc_score(y_test, p_test):.4f}, "
      f"balanced accuracy {balanced_accuracy_score(y_test, (p_test >= threshold).astype(np.float32)):.4f}")
