# %% Wisconsin breast cancer, 5-fold: each fold has its own scaler, network, optimizer and stopping rows
import copy
import json
import os

import numpy as np
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from torch import nn

os.makedirs("out/eb15", exist_ok=True)
X, y = load_breast_cancer(return_X_y=True)
y = 1 - y  # 1 = malignant
print(X.shape, "malignant:", int(y.sum()))


# %%
class Standardize(nn.Module):
    """Mean and deviation of the rows it is made from, kept with the weights."""

    def __init__(self, rows):
        super().__init__()
        self.register_buffer("mean", rows.mean(0))
        self.register_buffer("std", rows.std(0).clamp_min(1e-8))

    def forward(self, x):
        return (x - self.mean) / self.std


def network(rows):
    return nn.Sequential(
        Standardize(rows),
        nn.Linear(rows.shape[1], 32), nn.ReLU(), nn.Dropout(0.25),
        nn.Linear(32, 1), nn.Flatten(0),
    )


def t(a, dtype=torch.float32):
    return torch.as_tensor(a, dtype=dtype)


# %%
def fit(x_tr, y_tr, x_st, y_st, max_epochs=120, patience=15):
    net = network(x_tr)
    weight = (y_tr == 0).sum() / (y_tr == 1).sum()
    criterion = nn.BCEWithLogitsLoss(pos_weight=weight)
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, factor=0.5, patience=5)
    best, best_loss, waited = copy.deepcopy(net.state_dict()), float("inf"), 0
    for epoch in range(max_epochs):
        net.train()
        for i in torch.randperm(len(x_tr)).split(32):
            loss = criterion(net(x_tr[i]), y_tr[i])
            opt.zero_grad()
            loss.backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            stop_loss = criterion(net(x_st), y_st).item()
        plateau.step(stop_loss)
        if stop_loss < best_loss:
            best, best_loss, waited = copy.deepcopy(net.state_dict()), stop_loss, 0
        else:
            waited += 1
            if waited >= patience:
                break
    net.load_state_dict(best)
    return net.eval(), epoch + 1


# %%
scores = []
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=8)
for k, (inside, outside) in enumerate(folds.split(X, y)):
    torch.manual_seed(100 + k)
    tr, st = train_test_split(inside, test_size=0.2, stratify=y[inside], random_state=k)
    net, n_epochs = fit(t(X[tr]), t(y[tr]), t(X[st]), t(y[st]))
    with torch.no_grad():
        logits = net(t(X[outside])).numpy()
    acc = float(((logits > 0) == y[outside]).mean())
    auc = float(roc_auc_score(y[outside], logits))
    scores.append({"fold": k, "epochs": n_epochs, "accuracy": acc, "auc": auc})
    print(f"fold {k}: {n_epochs} epochs, accuracy {acc:.3f}, AUC {auc:.4f}")

# %%
accs = [s["accuracy"] for s in scores]
print(f"accuracy {np.mean(accs):.3f} (sd {np.std(accs, ddof=1):.3f}) over {len(accs)} folds that no fit has seen")
with open("out/eb15/scores.json", "w") as f:
    json.dump(scores, f, indent=1)
