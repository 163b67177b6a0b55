"""Logistic regression on the breast cancer table, fitted with LBFGS (full batch)."""
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(3)
X, y = load_breast_cancer(return_X_y=True)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, stratify=y, random_state=3)

mean, std = X_tr.mean(0), X_tr.std(0)
to = lambda a: torch.tensor((a - mean) / std, dtype=torch.float64)
A, B = to(X_tr), to(X_te)
t = torch.tensor(y_tr, dtype=torch.float64).unsqueeze(1)

clf = nn.Linear(A.shape[1], 1, dtype=torch.float64)
nn.init.zeros_(clf.weight)
nn.init.zeros_(clf.bias)          # convex problem, zero is a fine place to begin

opt = torch.optim.LBFGS(clf.parameters(), lr=1, max_iter=30, history_size=20,
                        line_search_fn="strong_wolfe")
l2 = 1e-2


def closure():
    opt.zero_grad()
    loss = nn.functional.binary_cross_entropy_with_logits(clf(A), t)
    loss = loss + l2 * clf.weight.square().sum()
    loss.backward()
    return loss


last = float("inf")
for outer in range(20):
    loss = opt.step(closure).item()
    print(f"outer {outer:2d}  objective {loss:.8f}")
    if abs(last - loss) < 1e-9:
        break
    last = loss

with torch.no_grad():
    score = torch.sigmoid(clf(B)).squeeze(1).numpy()
print("test auc", round(roc_auc_score(y_te, score), 4))
print("test accuracy", ((score > 0.5) == y_te).mean().round(4))
