import argparse
import copy
import math

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class FocalLoss(nn.Module):
    """Focal loss on logits, mean over the batch."""

    def __init__(self, gamma=1.5, alpha=0.6):
        super().__init__()
        self.gamma, self.alpha = gamma, alpha

    def forward(self, logits, target):
        log_p, log_q = F.logsigmoid(logits), F.logsigmoid(-logits)
        pos = self.alpha * log_q.exp() ** self.gamma * log_p
        neg = (1 - self.alpha) * log_p.exp() ** self.gamma * log_q
        return -(target * pos + (1 - target) * neg).mean()


class Net(nn.Module):
    def __init__(self, n_in, prior):
        super().__init__()
        self.body = nn.Sequential()
        for i, (a, b) in enumerate([(n_in, 64), (64, 32)]):
            self.body.append(nn.Linear(a, b, bias=False))
            self.body.append(nn.BatchNorm1d(b))
            self.body.append(nn.SiLU())
            if i == 0:
                self.body.append(nn.Dropout(0.2))
        self.out = nn.Linear(32, 1)
        nn.init.constant_(self.out.bias, math.log(prior / (1 - prior)))

    def forward(self, x):
        return self.out(self.body(x))[:, 0]


def split(X, y, seed):
    X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=seed)
    X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, stratify=y_rest,
                                                      random_state=seed)
    center, scale = X_train.mean(0), X_train.std(0)
    return [(((A - center) / scale).astype(np.float32), b.astype(np.float32))
            for A, b in ((X_train, y_train), (X_val, y_val), (X_test, y_test))]


@torch.no_grad()
def probabilities(model, X):
    model.eval()
    return torch.sigmoid(model(torch.from_numpy(X))).numpy()


def main():
    parser = argparse.ArgumentParser(description="rare events in a table")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--patience", type=int, default=10)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    X, y = make_classification(n_samples=6000, n_features=20, n_informative=8, n_redundant=4, weights=[0.92],
                               class_sep=1.3, flip_y=0.01, random_state=args.seed)
    (X_train, y_train), (X_val, y_val), (X_test, y_test) = split(X, y, args.seed)

    loader = DataLoader(TensorDataset(torch.from_numpy(X_train), torch.from_numpy(y_train)),
                        batch_size=128, shuffle=True, drop_last=True)
    model = Net(X_train.shape[1], prior=float(y_train.mean()))
    decay = [p for p in model.parameters() if p.ndim > 1]
    no_decay = [p for p in model.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-2},
                                   {"params": no_decay, "weight_decay": 0.0}], lr=args.lr)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="max", factor=0.5, patience=3)
    criterion = FocalLoss()

    best_ap, best_state, waited = -1.0, None, 0
    for epoch in range(1, args.epochs + 1):
        model.train()
        for xb, yb in loader:
            loss = criterion(model(xb), yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        ap = average_precision_score(y_val, probabilities(model, X_val))
        scheduler.step(ap)
        print(f"epoch {epoch:2d}  val AP {ap:.4f}  lr {optimizer.param_groups[0]['lr']:.1e}")
        if ap > best_ap:
            best_ap, best_state, waited = ap, copy.deepcopy(model.state_dict()), 0
        else:
            waited += 1
            if waited >= args.patience:
                break
    model.load_state_dict(best_state)

    # the cut-off comes from the validation rows, the report from the test rows
    precision, recall, cuts = precision_recall_curve(y_val, probabilities(model, X_val))
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    cut = cuts[f1[:-1].argmax()]
    p_test = probabilities(model, X_test)
    print(f"cut-off {cut:.3f}: test AP {average_precision_score(y_test, p_test):.3f}, "
          f"test F1 {f1_score(y_test, p_test >= cut):.3f} (share of positives {y_test.mean():.3f})")


if __name__ == "__main__":
    main()
