# Logistic regression with the gradient written by hand -- exercise 3 of the course.
# No autograd anywhere: everything lives under no_grad on purpose.
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split

torch.manual_seed(0)
torch.set_grad_enabled(False)

data = load_breast_cancer()
X_all, X_test, y_all, y_test = train_test_split(
    data.data, data.target, test_size=0.2, stratify=data.target, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(
    X_all, y_all, test_size=0.25, stratify=y_all, random_state=1)


def t(a):
    return torch.tensor(a, dtype=torch.float64)


X_train, X_val, X_test = t(X_train), t(X_val), t(X_test)
y_train, y_val, y_test = t(y_train), t(y_val), t(y_test)

mu, sd = X_train.mean(0), X_train.std(0)
X_train, X_val, X_test = [(x - mu) / sd for x in (X_train, X_val, X_test)]


def nll(X, y, w, b):
    z = X @ w + b
    # log(1 + e^z) - y z, the stable form
    return (torch.clamp(z, min=0) - y * z + torch.log1p(torch.exp(-z.abs()))).mean()


def grads(X, y, w, b, lam):
    r = torch.sigmoid(X @ w + b) - y
    return X.T @ r / len(y) + lam * w, r.mean()


def check_gradient():
    w, b, lam, eps = torch.randn(30, dtype=torch.float64) * 0.1, torch.tensor(0.2, dtype=torch.float64), 0.01, 1e-5
    gw, gb = grads(X_train, y_train, w, b, lam)
    for j in (0, 11, 29):
        e = torch.zeros(30, dtype=torch.float64)
        e[j] = eps

        def f(v):
            return nll(X_train, y_train, v, b) + lam / 2 * (v @ v)

        num = (f(w + e) - f(w - e)) / (2 * eps)
        assert abs(num - gw[j]) < 1e-6, (j, num, gw[j])
    num = (nll(X_train, y_train, w, b + eps) - nll(X_train, y_train, w, b - eps)) / (2 * eps)
    assert abs(num - gb) < 1e-6
    print("gradient check ok")


def fit(lam, steps=600, lr=0.5, momentum=0.9, batch=64):
    gen = torch.Generator().manual_seed(42)
    w, b = torch.zeros(X_train.shape[1], dtype=torch.float64), torch.zeros((), dtype=torch.float64)
    vw, vb = torch.zeros_like(w), torch.zeros_like(b)
    for step in range(steps):
        rows = torch.randint(len(y_train), (batch,), generator=gen)
        gw, gb = grads(X_train[rows], y_train[rows], w, b, lam)
        eta = lr * 0.1 * (1 - step / steps)
        vw.mul_(momentum).add_(gw)
        vb.mul_(momentum).add_(gb)
        w -= eta * vw
        b -= eta * vb
    return w, b


check_gradient()
best = None
for lam in (0.0, 1e-3, 1e-2, 1e-1):
    w, b = fit(lam)
    tr, va = nll(X_train, y_train, w, b).item(), nll(X_val, y_val, w, b).item()
    print(f"lambda {lam:<6} train {tr:.4f} validation {va:.4f}")
    if best is None or va < best[0]:
        best = (va, lam, w, b)

_, lam, w, b = best
p = torch.sigmoid(X_test @ w + b)
acc = ((p > 0.5).double() == y_test).double().mean().item()
print(f"chosen lambda {lam}: test accuracy {acc:.3f}, auc {roc_auc_score(y_test.numpy(), p.numpy()):.4f}")
