import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import f1_score, roc_auc_score, average_precision_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED = 0
np.random.seed(SEED); torch.manual_seed(SEED)

X, y = load_breast_cancer(return_X_y=True)
y = 1 - y                                    # 1 = malignant, the rarer one
X_tmp, X_te, y_tmp, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=SEED)
X_tr, X_va, y_tr, y_va = train_test_split(X_tmp, y_tmp, test_size=0.2, stratify=y_tmp, random_state=SEED)

scaler = StandardScaler().fit(X_tr)
to_t = lambda a: torch.tensor(scaler.transform(a), dtype=torch.float32)
lab = lambda a: torch.tensor(a, dtype=torch.float32).unsqueeze(1)
dl = DataLoader(TensorDataset(to_t(X_tr), lab(y_tr)), batch_size=32, shuffle=True, drop_last=True)


class MLP(nn.Module):
    def __init__(self, d_in):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(d_in, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.3),
                                 nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


model = MLP(X.shape[1])
pos_weight = torch.tensor([(y_tr == 0).sum() / (y_tr == 1).sum()], dtype=torch.float32)
loss_fn = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)


def proba(a):
    model.eval()
    with torch.no_grad():
        return torch.sigmoid(model(to_t(a))).squeeze(1).numpy()


best_loss, best_sd, patience = float("inf"), None, 15
bad = 0
for epoch in range(150):
    model.train()
    for xb, yb in dl:
        opt.zero_grad()
        loss_fn(model(xb), yb).backward()
        opt.step()
    model.eval()
    with torch.no_grad():
        val_loss = loss_fn(model(to_t(X_va)), lab(y_va)).item()
    if val_loss < best_loss:
        best_loss, bad = val_loss, 0
        best_sd = {k: v.detach().clone() for k, v in model.state_dict().items()}
    else:
        bad += 1
        if bad >= patience:
            print("stopped after epoch", epoch)
            break

model.load_state_dict(best_sd)
p_va = proba(X_va)
grid = np.linspace(0.05, 0.95, 91)
threshold = grid[np.argmax([f1_score(y_va, p_va >= g) for g in grid])]
p_te = proba(X_te)
print(f"threshold from validation {threshold:.2f}")
print(f"test AUC {roc_auc_score(y_te, p_te):.4f}  AP {average_precision_score(y_te, p_te):.4f}  F1 {f1_score(y_te, p_te >= threshold):.4f}")
