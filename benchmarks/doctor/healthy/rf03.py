# 5-fold cross-validation of a tiny network on the breast cancer data
import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch import nn


def make_model(n_features):
    return nn.Sequential(nn.Linear(n_features, 32), nn.ReLU(), nn.Linear(32, 1))


def fit(model, X, y, epochs=40, batch=32):
    # weight decay on the matrices only, not on the biases
    decay = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim == 1]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-2},
                             {"params": plain, "weight_decay": 0.0}], lr=1e-3)
    lossf = nn.BCEWithLogitsLoss()
    model.train()
    for _ in range(epochs):
        for idx in torch.randperm(len(X)).split(batch):
            opt.zero_grad()
            loss = lossf(model(X[idx]).squeeze(1), y[idx])
            loss.backward()
            opt.step()
    return model


def predict_proba(model, X):
    model.eval()
    with torch.inference_mode():
        return torch.sigmoid(model(X).squeeze(1)).numpy()


torch.manual_seed(42)
X, y = load_breast_cancer(return_X_y=True)
accs, aucs = [], []
for fold, (tr, te) in enumerate(StratifiedKFold(5, shuffle=True, random_state=42).split(X, y)):
    scaler = StandardScaler().fit(X[tr])
    Xtr = torch.tensor(scaler.transform(X[tr]), dtype=torch.float32)
    Xte = torch.tensor(scaler.transform(X[te]), dtype=torch.float32)
    ytr = torch.tensor(y[tr], dtype=torch.float32)

    net = fit(make_model(X.shape[1]), Xtr, ytr)
    p = predict_proba(net, Xte)
    accs.append(np.mean((p > 0.5) == y[te]))
    aucs.append(roc_auc_score(y[te], p))
    print(f"fold {fold}: n={len(te)} acc={accs[-1]:.3f} auc={aucs[-1]:.3f}")

print(f"accuracy {np.mean(accs):.3f} +/- {np.std(accs):.3f}   auc {np.mean(aucs):.3f}")
