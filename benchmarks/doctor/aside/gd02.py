# Can the expression profile tell responders from non-responders? 5-fold cross-validation, small net.
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch import nn

SEED = 5
N_PATIENTS, N_GENES, KEEP = 110, 5000, 40


def simulate_cohort(rng):
    """Stand-in for the real matrix (same shape, same scale)."""
    response = rng.permutation(np.repeat([0, 1], N_PATIENTS // 2))
    expr = rng.normal(0.0, 1.0, size=(N_PATIENTS, N_GENES))
    expr[:, :4] += 0.25 * response[:, None]
    return expr.astype("float32"), response.astype("int64")


class SmallNet(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.hidden = nn.Linear(n_in, 16)
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(16, 2)

    def forward(self, x):
        return self.out(self.drop(torch.relu(self.hidden(x))))


def fit(x, y, epochs=80):
    net = SmallNet(x.shape[1])
    opt = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=1e-2)
    x, y = torch.from_numpy(x), torch.from_numpy(y)
    net.train()
    for _ in range(epochs):
        opt.zero_grad()
        F.cross_entropy(net(x), y).backward()
        opt.step()
    return net


def predict(net, x):
    net.eval()
    with torch.no_grad():
        return net(torch.from_numpy(x)).argmax(dim=1).numpy()


def main():
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    expr, response = simulate_cohort(rng)

    # 5000 genes are too many for 110 patients: keep the most informative ones
    selector = SelectKBest(f_classif, k=KEEP)
    expr = selector.fit_transform(expr, response)
    print("kept genes:", np.flatnonzero(selector.get_support())[:10], "...")

    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
    scores = []
    for i, (tr, te) in enumerate(folds.split(expr, response), start=1):
        scaler = StandardScaler().fit(expr[tr])
        x_tr = scaler.transform(expr[tr]).astype("float32")
        x_te = scaler.transform(expr[te]).astype("float32")
        net = fit(x_tr, response[tr])
        acc = float((predict(net, x_te) == response[te]).mean())
        scores.append(acc)
        print(f"fold {i}: accuracy {acc:.3f}")
    print(f"cross-validated accuracy {np.mean(scores):.3f} +/- {np.std(scores):.3f}")


if __name__ == "__main__":
    main()
