# %% [markdown]
# Gene expression: 80 patients, 4000 genes. Can we tell responders from non-responders?

# %%
import os

import numpy as np
import torch
import torch.nn as nn
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

os.makedirs("out/eb06", exist_ok=True)
SEED = 42
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)

# %% simulated cohort: a couple of genes have a weak effect, the rest is measurement noise
n_patients, n_genes = 80, 4000
response = np.tile([0, 1], n_patients // 2)
expression = rng.normal(size=(n_patients, n_genes))
expression[:, :2] += 0.3 * response[:, None]
print("cohort", expression.shape, "responders", response.sum())

# %% far too many columns for a net, keep the twenty most telling ones
selector = SelectKBest(f_classif, k=20)
X = selector.fit_transform(expression, response)
y = response
print("kept genes:", selector.get_support(indices=True))


# %%
def make_net(n_in):
    return nn.Sequential(nn.Linear(n_in, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 1))


def fit(X_tr, y_tr, epochs=60):
    net = make_net(X_tr.shape[1])
    opt = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=1e-2)
    loss_fn = nn.BCEWithLogitsLoss()
    xb = torch.tensor(X_tr, dtype=torch.float32)
    yb = torch.tensor(y_tr, dtype=torch.float32)
    net.train()
    for _ in range(epochs):
        for idx in torch.randperm(len(xb)).split(16):
            opt.zero_grad()
            loss = loss_fn(net(xb[idx]).squeeze(-1), yb[idx])
            loss.backward()
            opt.step()
    return net


@torch.no_grad()
def predict_proba(net, X_te):
    net.eval()
    return torch.sigmoid(net(torch.tensor(X_te, dtype=torch.float32))).squeeze(-1).numpy()


# %% five folds, new network in every fold
accs, aucs = [], []
for k, (tr, te) in enumerate(StratifiedKFold(5, shuffle=True, random_state=SEED).split(X, y)):
    scaler = StandardScaler().fit(X[tr])
    net = fit(scaler.transform(X[tr]), y[tr])
    p = predict_proba(net, scaler.transform(X[te]))
    accs.append(accuracy_score(y[te], (p > 0.5).astype(int)))
    aucs.append(roc_auc_score(y[te], p))
    print(f"fold {k}: accuracy {accs[-1]:.3f}, AUC {aucs[-1]:.3f}")

print(f"cross-validated accuracy {np.mean(accs):.3f} +- {np.std(accs):.3f}")
print(f"cross-validated AUC      {np.mean(aucs):.3f} +- {np.std(aucs):.3f}")

# %%
np.savez("out/eb06/scores.npz", acc=accs, auc=aucs)
