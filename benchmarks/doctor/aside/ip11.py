"""
Gene-expression style problem: 120 samples, 4000 features.
5-fold CV of a small net on the 30 features that say most about the label.
"""
import json
import os

import numpy as np
import torch
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch import nn

SEED = 2024
OUT = "out/ip11"
N_SAMPLES, N_GENES, TOP = 120, 4000, 30


def simulate(rng):
    y = rng.integers(0, 2, size=N_SAMPLES)
    x = rng.lognormal(mean=1.0, sigma=0.6, size=(N_SAMPLES, N_GENES))
    x = np.log1p(x)
    # five genes with a faint effect
    x[:, :5] += 0.12 * y[:, None]
    return x.astype(np.float32), y


class Net(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(d, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 2)
        )

    def forward(self, x):
        return self.layers(x)


def fit(x, y, epochs=40):
    net = Net(x.shape[1])
    opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    loss_fn = nn.CrossEntropyLoss()
    xt, yt = torch.from_numpy(x), torch.from_numpy(y).long()
    net.train()
    for _ in range(epochs):
        perm = torch.randperm(len(xt))
        for idx in perm.split(16):
            opt.zero_grad()
            loss_fn(net(xt[idx]), yt[idx]).backward()
            opt.step()
    return net


@torch.no_grad()
def predict(net, x):
    net.eval()
    return net(torch.from_numpy(x)).argmax(1).numpy()


def main():
    os.makedirs(OUT, exist_ok=True)
    torch.manual_seed(SEED)
    x, y = simulate(np.random.default_rng(SEED))

    selector = SelectKBest(f_classif, k=TOP)
    x = selector.fit_transform(x, y)
    genes = selector.get_support(indices=True).tolist()
    print("kept genes:", genes[:10], "...")

    scores = []
    cv = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
    for fold, (tr, te) in enumerate(cv.split(x, y)):
        scaler = StandardScaler().fit(x[tr])
        net = fit(scaler.transform(x[tr]), y[tr])
        score = balanced_accuracy_score(y[te], predict(net, scaler.transform(x[te])))
        scores.append(float(score))
        print(f"fold {fold}: balanced accuracy {score:.3f}")

    print(f"mean {np.mean(scores):.3f} (sd {np.std(scores):.3f})")
    with open(os.path.join(OUT, "cv.json"), "w") as f:
        json.dump({"genes": genes, "scores": scores}, f, indent=1)


if __name__ == "__main__":
    main()
