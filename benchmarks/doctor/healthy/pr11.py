# Rare events in a table: stratified folds, a weighted sampler, ranking metrics, one untouched test part.
import copy
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

torch.manual_seed(0)
X, y = make_classification(6000, n_features=20, n_informative=8, n_redundant=4, n_clusters_per_class=3,
                           weights=[0.95], flip_y=0.01, class_sep=1.2, random_state=8)
X, X_test, y, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)


def as_tensors(a, b):
    return torch.tensor(a, dtype=torch.float32), torch.tensor(b, dtype=torch.float32)


def train_one(Xa, ya, Xb, yb, epochs=12):
    scaler = StandardScaler().fit(Xa)
    xa, ta = as_tensors(scaler.transform(Xa), ya)
    xb, _ = as_tensors(scaler.transform(Xb), yb)
    freq = np.bincount(ya) / len(ya)
    sampler = WeightedRandomSampler(1.0 / freq[ya], num_samples=len(ya), replacement=True)
    dl = DataLoader(TensorDataset(xa, ta), batch_size=128, sampler=sampler)
    net = nn.Sequential(nn.Linear(20, 64), nn.BatchNorm1d(64), nn.SiLU(), nn.Dropout(0.3),
                        nn.Linear(64, 32), nn.BatchNorm1d(32), nn.SiLU(), nn.Dropout(0.3), nn.Linear(32, 1))
    opt = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=0.05)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs)
    bce = nn.BCEWithLogitsLoss()
    best, best_state, trace = -1.0, None, []
    for _ in range(epochs):
        net.train()
        total = 0.0
        for a, b in dl:
            opt.zero_grad()
            loss = bce(net(a).squeeze(1), b)
            loss.backward()
            opt.step()
            total += loss.item()
        sched.step()
        trace.append(total / len(dl))
        net.eval()
        with torch.no_grad():
            ap = average_precision_score(yb, net(xb).squeeze(1).numpy())
        if ap > best:
            best, best_state = ap, copy.deepcopy(net.state_dict())
    net.load_state_dict(best_state)
    net.eval()

    def predict(Q):
        with torch.no_grad():
            z = net(torch.tensor(scaler.transform(Q), dtype=torch.float32)).squeeze(1)
        # the sampler showed both classes equally often; undo that to get probabilities of the real world
        return torch.sigmoid(z + float(np.log(freq[1] / freq[0]))).numpy()

    return predict, best, trace


models = []
for k, (a, b) in enumerate(StratifiedKFold(5, shuffle=True, random_state=1).split(X, y)):
    predict, ap, trace = train_one(X[a], y[a], X[b], y[b])
    models.append(predict)
    print(f"fold {k}: loss {trace[0]:.3f} -> {trace[-1]:.3f}, average precision {ap:.3f}")
p = np.mean([m(X_test) for m in models], axis=0)
print(f"test: AP {average_precision_score(y_test, p):.3f} (chance {y_test.mean():.3f}), AUC {roc_auc_score(y_test, p):.3f}, "
      f"Brier {np.mean((p - y_test) ** 2):.4f} (constant {y.mean() * (1 - y.mean()):.4f})")
