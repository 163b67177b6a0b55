# 5-fold cross-validation on the breast cancer table; everything that is fitted
# (scaling, number of epochs, cut-off) is fitted inside the fold.
import copy
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from scipy.stats import rankdata
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, train_test_split


@dataclass
class Cfg:
    folds: int = 5
    hidden: int = 24
    lr: float = 3e-3
    max_epochs: int = 60
    batch: int = 32
    seed: int = 17


def auc(scores, labels):
    """Mann-Whitney form; ties count one half."""
    r = rankdata(scores)
    pos = labels == 1
    n1, n0 = pos.sum(), (~pos).sum()
    return (r[pos].sum() - n1 * (n1 + 1) / 2) / (n1 * n0)


def youden_cut(scores, labels):
    cuts = np.unique(scores)
    tpr = np.array([(scores[labels == 1] >= c).mean() for c in cuts])
    fpr = np.array([(scores[labels == 0] >= c).mean() for c in cuts])
    return cuts[np.argmax(tpr - fpr)]


def balanced_accuracy(pred, labels):
    return 0.5 * ((pred[labels == 1] == 1).mean() + (pred[labels == 0] == 0).mean())


class Standardise:
    def fit(self, a):
        self.mu, self.sd = a.mean(0), a.std(0) + 1e-8
        return self

    def __call__(self, a):
        return ((a - self.mu) / self.sd).astype(np.float32)


class Net(torch.nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.a = torch.nn.Linear(d, h)
        self.b = torch.nn.Linear(h, 1)
        self.drop = torch.nn.Dropout(0.3)

    def forward(self, x):
        return self.b(self.drop(torch.relu(self.a(x)))).squeeze(-1)


@torch.no_grad()
def logits(net, x):
    was = net.training
    net.eval()
    z = net(torch.as_tensor(x)).numpy()
    net.train(was)
    return z


def train_fold(cfg, xt, yt, xv, yv, seed):
    torch.manual_seed(seed)
    net = Net(xt.shape[1], cfg.hidden)
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr, weight_decay=1e-4)
    x, t = torch.as_tensor(xt), torch.as_tensor(yt, dtype=torch.float32)
    best = (np.inf, None, -1)
    for ep in range(cfg.max_epochs):
        net.train()
        for idx in torch.randperm(len(x)).split(cfg.batch):
            opt.zero_grad(set_to_none=True)
            F.binary_cross_entropy_with_logits(net(x[idx]), t[idx]).backward()
            opt.step()
        v = F.binary_cross_entropy_with_logits(torch.as_tensor(logits(net, xv)),
                                               torch.as_tensor(yv, dtype=torch.float32)).item()
        if v < best[0]:
            best = (v, copy.deepcopy(net.state_dict()), ep)
    net.load_state_dict(best[1])
    return net, best[2]


def main(cfg=Cfg()):
    data = load_breast_cancer()
    X, y = data.data, 1 - data.target          # 1 = malignant
    skf = StratifiedKFold(cfg.folds, shuffle=True, random_state=cfg.seed)
    table = []
    for k, (rest, test) in enumerate(skf.split(X, y)):
        tr, va = train_test_split(rest, test_size=0.2, stratify=y[rest], random_state=cfg.seed + k)
        scale = Standardise().fit(X[tr])
        xt, xv, xs = scale(X[tr]), scale(X[va]), scale(X[test])
        net, ep = train_fold(cfg, xt, y[tr], xv, y[va], cfg.seed + k)
        cut = youden_cut(logits(net, xv), y[va])
        s = logits(net, xs)
        lr = LogisticRegression(max_iter=2000).fit(xt, y[tr])
        s_lr = lr.decision_function(xs)
        major = np.full(len(test), np.bincount(y[tr]).argmax())
        row = (auc(s, y[test]), balanced_accuracy((s >= cut).astype(int), y[test]),
               auc(s_lr, y[test]), balanced_accuracy((s_lr >= 0).astype(int), y[test]),
               balanced_accuracy(major, y[test]))
        table.append(row)
        print(f"fold {k}: epoch {ep:2d}  cut {cut:+.2f}  net AUC {row[0]:.4f}  logreg AUC {row[2]:.4f}")
    table = np.array(table)
    for name, m, s in zip(["net AUC", "net bal.acc", "logreg AUC", "logreg bal.acc", "majority bal.acc"],
                          table.mean(0), table.std(0, ddof=1)):
        print(f"{name:17s} {m:.4f} +- {s:.4f} (sd over folds)")


if __name__ == "__main__":
    main()
