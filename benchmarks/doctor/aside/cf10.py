"""Churn model from three exports: CRM, usage counters and the cancellation sheet."""
import numpy as np
import pandas as pd
import torch
from torch import nn
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split


def exports(n=3000, seed=8):
    """Stands in for the three csv files."""
    rng = np.random.default_rng(seed)
    ids = rng.permutation(np.arange(10_000, 10_000 + n))
    crm = pd.DataFrame({"customer_id": ids,
                        "tenure_months": rng.integers(1, 72, n),
                        "plan": rng.choice(["basic", "plus", "pro"], n),
                        "tickets": rng.poisson(1.5, n)})
    usage = pd.DataFrame({"customer_id": ids,
                          "logins": rng.poisson(12, n),
                          "minutes": rng.gamma(3.0, 40.0, n)}).sample(frac=1, random_state=seed)
    score = (0.9 * (crm.tickets - 1.5) - 0.05 * (crm.tenure_months - 36)
             + 0.8 * (crm.plan == "basic") - 0.9)
    churned = (rng.random(n) < 1 / (1 + np.exp(-score))).astype(int)
    sheet = pd.DataFrame({"customer_id": ids, "churned": churned}).sort_values("customer_id")
    return crm, usage, sheet.reset_index(drop=True)


crm, usage, sheet = exports()
table = crm.merge(usage, on="customer_id", how="inner", validate="one_to_one")
assert len(table) == len(sheet)

features = pd.get_dummies(table.drop(columns="customer_id"), columns=["plan"], dtype=float)
X = features.to_numpy(dtype=np.float32)
y = sheet["churned"].to_numpy(dtype=np.float32)
print(features.columns.tolist(), X.shape, "churn rate", round(float(y.mean()), 3))

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
mu, sigma = X_train.mean(0), X_train.std(0)
X_train, X_test = (X_train - mu) / sigma, (X_test - mu) / sigma

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(X.shape[1], 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-3)
loss_fn = nn.BCEWithLogitsLoss()

xt, yt = torch.from_numpy(X_train), torch.from_numpy(y_train)
xv = torch.from_numpy(X_test)

for epoch in range(15):
    model.train()
    perm = torch.randperm(len(xt))
    losses = []
    for chunk in perm.split(64):
        logits = model(xt[chunk]).squeeze(1)
        loss = loss_fn(logits, yt[chunk])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        p = torch.sigmoid(model(xv).squeeze(1)).numpy()
    print(f"epoch {epoch:2d}  loss {np.mean(losses):.4f}  test AUC {roc_auc_score(y_test, p):.3f}")
