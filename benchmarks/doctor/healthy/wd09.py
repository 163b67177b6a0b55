"""Multi-label classification: BCE on logits, pos_weight from training rows, one cut-off per label."""
import os
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score


class Standardise(nn.Module):
    """Keeps the statistics of the training rows as buffers, so that they are saved with the weights."""

    def __init__(self, x):
        super().__init__()
        self.register_buffer("mean", x.mean(0))
        self.register_buffer("std", x.std(0).clamp_min(1e-6))

    def forward(self, x):
        return (x - self.mean) / self.std


def probabilities(model, x):
    model.eval()
    with torch.no_grad():
        return torch.sigmoid(model(x)).numpy()


def cutoffs(y, p, grid=np.arange(0.05, 1.0, 0.05)):
    return np.array([grid[np.argmax([f1_score(y[:, j], p[:, j] >= c, zero_division=0) for c in grid])]
                     for j in range(y.shape[1])])


def main():
    torch.manual_seed(4)
    X, Y = make_multilabel_classification(n_samples=4000, n_features=30, n_classes=6, n_labels=2,
                                          length=60, random_state=4)
    X = torch.tensor(X, dtype=torch.float32)
    perm = np.random.default_rng(4).permutation(len(X))
    i_tr, i_va, i_te = perm[:2600], perm[2600:3300], perm[3300:]
    x_tr, y_tr = X[i_tr], torch.tensor(Y[i_tr], dtype=torch.float32)
    y_va = torch.tensor(Y[i_va], dtype=torch.float32)

    pos = y_tr.sum(0)
    criterion = nn.BCEWithLogitsLoss(pos_weight=(len(y_tr) - pos) / pos.clamp_min(1))
    model = nn.Sequential(Standardise(x_tr), nn.Linear(30, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 6))
    optim = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)

    best, state = float("inf"), None
    for epoch in range(25):
        model.train()
        for idx in torch.randperm(len(x_tr)).split(64):
            optim.zero_grad()
            loss = criterion(model(x_tr[idx]), y_tr[idx])
            loss.backward()
            optim.step()
        model.eval()
        with torch.no_grad():
            v = criterion(model(X[i_va]), y_va).item()
        print(f"{epoch:02d} val loss {v:.4f}")
        if v < best:
            best = v
            state = {k: t.clone() for k, t in model.state_dict().items()}
    model.load_state_dict(state)

    cut = cutoffs(Y[i_va], probabilities(model, X[i_va]))
    pred = (probabilities(model, X[i_te]) >= cut).astype(int)
    print("cut-offs from the validation rows:", np.round(cut, 2))
    print(f"test macro F1 {f1_score(Y[i_te], pred, average='macro'):.4f}; "
          f"all labels always on {f1_score(Y[i_te], np.ones_like(pred), average='macro'):.4f}")
    os.makedirs("out/wd09", exist_ok=True)
    torch.save({"state": state, "cut": torch.from_numpy(cut)}, "out/wd09/model.pt")


if __name__ == "__main__":
    main()
