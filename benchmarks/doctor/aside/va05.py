"""Small expression panel, binary outcome: 160 patients, 4000 probes."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

SEED = 42
N_PROBES = 40


def load_panel():
    X, y = make_classification(
        n_samples=160,
        n_features=4000,
        n_informative=4,
        n_redundant=0,
        n_clusters_per_class=1,
        class_sep=0.4,
        flip_y=0.2,
        random_state=SEED,
    )
    return X.astype(np.float32), y.astype(np.int64)


class Net(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.fc1 = nn.Linear(n_in, 16)
        self.drop = nn.Dropout(0.3)
        self.fc2 = nn.Linear(16, 2)

    def forward(self, x):
        return self.fc2(self.drop(F.relu(self.fc1(x))))


def fit(X, y, epochs=60, batch=32):
    model = Net(X.shape[1])
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
    X, y = torch.from_numpy(X), torch.from_numpy(y)
    model.train()
    for _ in range(epochs):
        order = torch.randperm(len(X))
        for idx in order.split(batch):
            opt.zero_grad()
            F.cross_entropy(model(X[idx]), y[idx]).backward()
            opt.step()
    return model


@torch.no_grad()
def scores(model, X):
    model.eval()
    return F.softmax(model(torch.from_numpy(X)), dim=1)[:, 1].numpy()


def main():
    torch.manual_seed(SEED)
    X, y = load_panel()
    print("panel", X.shape, "positives", int(y.sum()))

    # most of the probes are silent, keep the ones that say something about the outcome
    X = SelectKBest(f_classif, k=N_PROBES).fit_transform(X, y)
    print("kept", X.shape[1], "probes")

    aucs = []
    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
    for k, (tr, va) in enumerate(folds.split(X, y), 1):
        scaler = StandardScaler().fit(X[tr])
        X_tr = scaler.transform(X[tr]).astype(np.float32)
        X_va = scaler.transform(X[va]).astype(np.float32)
        model = fit(X_tr, y[tr])
        auc = roc_auc_score(y[va], scores(model, X_va))
        aucs.append(auc)
        print(f"fold {k}: AUC {auc:.3f}")
    print(f"cross-validated AUC {np.mean(aucs):.3f} +- {np.std(aucs):.3f}")


if __name__ == "__main__":
    main()
