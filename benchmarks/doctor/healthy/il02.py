# %% [markdown]
# # Breast cancer: MLP baseline, 5 folds, OOF + blended test
# %%
import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from pathlib import Path
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset

SEED, FOLDS, EPOCHS, BS, LR = 42, 5, 25, 32, 2e-3
torch.manual_seed(SEED)
np.random.seed(SEED)

# %%
df = load_breast_cancer(as_frame=True).frame
FEATURES = [c for c in df.columns if c != "target"]
train, test = train_test_split(df, test_size=0.2, stratify=df["target"], random_state=SEED)
train, test = train.reset_index(drop=True), test.reset_index(drop=True)
print(train.shape, test.shape)


# %%
class MLP(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, 64), nn.BatchNorm1d(64), nn.SiLU(), nn.Dropout(0.3),
            nn.Linear(64, 32), nn.BatchNorm1d(32), nn.SiLU(), nn.Dropout(0.3),
            nn.Linear(32, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(-1)  # logits


def predict(model, x):
    model.eval()
    with torch.no_grad():
        return torch.sigmoid(model(x)).numpy()


# %%
oof = np.zeros(len(train))
test_pred = np.zeros(len(test))
skf = StratifiedKFold(n_splits=FOLDS, shuffle=True, random_state=SEED)

for fold, (ti, vi) in enumerate(skf.split(train[FEATURES], train["target"])):
    scaler = StandardScaler().fit(train.loc[ti, FEATURES])
    as_x = lambda frame: torch.tensor(scaler.transform(frame[FEATURES]), dtype=torch.float32)
    x_tr, x_va, x_te = as_x(train.loc[ti]), as_x(train.loc[vi]), as_x(test)
    y_tr = torch.tensor(train.loc[ti, "target"].to_numpy(), dtype=torch.float32)
    y_va = train.loc[vi, "target"].to_numpy()

    # fresh model, optimizer and schedule for every fold
    dl = DataLoader(TensorDataset(x_tr, y_tr), batch_size=BS, shuffle=True, drop_last=True)
    model = MLP(len(FEATURES))
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS)
    bce = nn.BCEWithLogitsLoss()

    for epoch in range(EPOCHS):
        model.train()
        for xb, yb in dl:
            loss = bce(model(xb), yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
        sched.step()

    # the last epoch is used as it is: nothing is picked on the fold's validation rows
    oof[vi] = predict(model, x_va)
    test_pred += predict(model, x_te) / FOLDS
    print(f"fold {fold}  auc {roc_auc_score(y_va, oof[vi]):.4f}  logloss {log_loss(y_va, oof[vi]):.4f}")

# %%
print(f"OOF auc {roc_auc_score(train['target'], oof):.4f}  logloss {log_loss(train['target'], oof):.4f}")
print(f"held-out test auc {roc_auc_score(test['target'], test_pred):.4f}")

# %%
out = Path("out/il02")
out.mkdir(parents=True, exist_ok=True)
pd.DataFrame({"id": np.arange(len(test)), "target": test_pred}).to_csv(out / "submission.csv", index=False)
