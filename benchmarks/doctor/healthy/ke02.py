# Softmax regression on the digits, fitted with full-batch L-BFGS.
# The ridge strength is chosen on validation rows; test rows are used once.
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(7)
X, y = load_digits(return_X_y=True)
X = torch.tensor(X / 16.0, dtype=torch.float64)      # pixel range is 0..16
y = torch.tensor(y)

rows = list(range(len(y)))
rest, test = train_test_split(rows, test_size=0.2, stratify=y.numpy(), random_state=7)
train, val = train_test_split(rest, test_size=0.25, stratify=y[rest].numpy(), random_state=7)


def fit(ridge):
    W = torch.zeros(64, 10, dtype=torch.float64, requires_grad=True)
    b = torch.zeros(10, dtype=torch.float64, requires_grad=True)
    # zeros are fine here: the problem is convex, there is no symmetry to break
    opt = torch.optim.LBFGS([W, b], lr=1.0, max_iter=300, history_size=20,
                            tolerance_grad=1e-6, tolerance_change=1e-10,
                            line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = F.cross_entropy(X[train] @ W + b, y[train]) + 0.5 * ridge * W.square().sum()
        loss.backward()
        return loss

    opt.step(closure)                                 # one call, up to 300 inner iterations
    final = closure()                                 # leaves the gradient at the solution
    gnorm = torch.cat([W.grad.flatten(), b.grad]).norm().item()
    return W.detach(), b.detach(), final.item(), gnorm


def score(W, b, idx):
    logits = X[idx] @ W + b
    return F.cross_entropy(logits, y[idx]).item(), (logits.argmax(1) == y[idx]).double().mean().item()


results = []
for ridge in (1e-1, 1e-2, 1e-3, 1e-4, 1e-5):
    W, b, obj, gnorm = fit(ridge)
    vl, va = score(W, b, val)
    print(f"ridge {ridge:.0e}  objective {obj:.4f}  |grad| {gnorm:.1e}  "
          f"validation loss {vl:.4f} accuracy {va:.4f}")
    results.append((vl, ridge, W, b))

vl, ridge, W, b = min(results, key=lambda r: r[0])
tl, ta = score(W, b, test)
counts = torch.bincount(y[train], minlength=10)
majority = (y[test] == counts.argmax()).double().mean().item()
print(f"chosen ridge {ridge:.0e}: test loss {tl:.4f}, test accuracy {ta:.4f} (majority class {majority:.4f})")
