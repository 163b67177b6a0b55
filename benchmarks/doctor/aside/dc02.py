# Playground tabular: will the parcel be returned?  MLP on numeric columns + mean encoded ids
# %%
import numpy as np
import pandas as pd
import torch
from torch import nn
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

SEED = 7
N_FOLDS = 5
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)

# %% data
def simulate(n):
    df = pd.DataFrame({
        "customer": rng.integers(0, 900, n),
        "street": rng.integers(0, 700, n),
        "carrier": rng.integers(0, 6, n),
        "weight": rng.gamma(2.0, 1.5, n),
        "value": rng.lognormal(3.0, 0.6, n),
        "age": rng.normal(40, 12, n),
    })
    carrier_effect = np.array([-0.8, -0.3, 0.0, 0.2, 0.5, 0.9])
    z = 0.5 * (df["weight"] - 3) / 2 + carrier_effect[df["carrier"]] - 0.3 * (df["age"] - 40) / 12
    df["returned"] = (rng.random(n) < 1 / (1 + np.exp(-z))).astype(int)
    return df

train = simulate(3000)
test = simulate(2000)        # "private leaderboard"

# %% features
CATS = ["customer", "street", "carrier"]
NUMS = ["weight", "value", "age"]
SMOOTH = 2.0

prior = train["returned"].mean()
for c in CATS:
    stats = train.groupby(c)["returned"].agg(["sum", "count"])
    enc = (stats["sum"] + SMOOTH * prior) / (stats["count"] + SMOOTH)
    train[c + "_te"] = train[c].map(enc)
    test[c + "_te"] = test[c].map(enc).fillna(prior)

train["value"] = np.log1p(train["value"])
test["value"] = np.log1p(test["value"])
FEATS = NUMS + [c + "_te" for c in CATS]

# %% model
class MLP(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(n_in, 32), nn.SiLU(), nn.Dropout(0.1),
            nn.Linear(32, 16), nn.SiLU(),
            nn.Linear(16, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(-1)


def fit(X, y, epochs=15, bs=128):
    model = MLP(X.shape[1])
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-3)
    lossf = nn.BCEWithLogitsLoss()
    X, y = torch.tensor(X, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)
    for _ in range(epochs):
        model.train()
        for idx in torch.randperm(len(X)).split(bs):
            loss = lossf(model(X[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
    return model


@torch.no_grad()
def predict(model, X):
    model.eval()
    return torch.sigmoid(model(torch.tensor(X, dtype=torch.float32))).numpy()

# %% CV
y = train["returned"].to_numpy()
oof = np.zeros(len(train))
sub = np.zeros(len(test))
for fold, (tr, va) in enumerate(StratifiedKFold(N_FOLDS, shuffle=True, random_state=SEED).split(train, y)):
    sc = StandardScaler().fit(train.loc[tr, FEATS])
    model = fit(sc.transform(train.loc[tr, FEATS]), y[tr])
    oof[va] = predict(model, sc.transform(train.loc[va, FEATS]))
    sub += predict(model, sc.transform(test[FEATS])) / N_FOLDS
    print(f"fold {fold}  auc {roc_auc_score(y[va], oof[va]):.4f}")

print(f"CV  auc {roc_auc_score(y, oof):.4f}")
print(f"LB  auc {roc_auc_score(test['returned'], sub):.4f}")
