"""Binary-weight MLP on the digits: a hand-written autograd Function (straight-through estimator)."""
import random

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.autograd import gradcheck
from torch.utils.data import DataLoader, TensorDataset


class SignSTE(torch.autograd.Function):
    """sign() forward; the gradient passes where |w| <= 1."""

    @staticmethod
    def forward(ctx, w):
        ctx.save_for_backward(w)
        return torch.where(w >= 0, 1.0, -1.0).to(w.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (w,) = ctx.saved_tensors
        return grad_out * (w.abs() <= 1).to(grad_out.dtype)


class Softsign2(torch.autograd.Function):
    """x / (1 + |x|), with its derivative 1 / (1 + |x|)^2."""

    @staticmethod
    def forward(ctx, x):
        denom = 1 + x.abs()
        ctx.save_for_backward(denom)
        return x / denom

    @staticmethod
    def backward(ctx, grad_out):
        (denom,) = ctx.saved_tensors
        return grad_out / denom.square()


class BinaryLinear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_out, n_in).uniform_(-0.3, 0.3))
        self.bias = nn.Parameter(torch.zeros(n_out))
        self.scale = n_in ** -0.5

    def forward(self, x):
        return F.linear(x, SignSTE.apply(self.weight) * self.scale, self.bias)

    @torch.no_grad()
    def clip(self):
        self.weight.clamp_(-1, 1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = BinaryLinear(64, 256)
        self.bn1 = nn.BatchNorm1d(256)
        self.fc2 = BinaryLinear(256, 128)
        self.bn2 = nn.BatchNorm1d(128)
        self.head = nn.Linear(128, 10)

    def forward(self, x):
        x = Softsign2.apply(self.bn1(self.fc1(x)))
        x = Softsign2.apply(self.bn2(self.fc2(x)))
        return self.head(x)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = total = 0
    for x, y in loader:
        hits += (model(x).argmax(1) == y).sum().item()
        total += len(y)
    return hits / total


def main():
    random.seed(3)
    np.random.seed(3)
    torch.manual_seed(3)
    torch.set_num_threads(2)

    probe = torch.randn(5, 7, dtype=torch.float64, requires_grad=True)
    assert gradcheck(Softsign2.apply, (probe,))

    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype("float32")      # pixel range is 0..16 by definition
    y = y.astype("int64")
    X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=3)
    X_tr, X_va, y_tr, y_va = train_test_split(X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=3)
    sets = [TensorDataset(torch.from_numpy(a), torch.from_numpy(b)) for a, b in ((X_tr, y_tr), (X_va, y_va), (X_test, y_test))]
    train_dl = DataLoader(sets[0], batch_size=64, shuffle=True, drop_last=True)
    val_dl, test_dl = DataLoader(sets[1], batch_size=256), DataLoader(sets[2], batch_size=256)

    epochs = 40
    model = Net()
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * len(train_dl))
    best, best_state = -1.0, None
    for epoch in range(epochs):
        model.train()
        running = 0.0
        for xb, yb in train_dl:
            opt.zero_grad()
            loss = F.cross_entropy(model(xb), yb)
            loss.backward()
            opt.step()
            sched.step()
            for m in (model.fc1, model.fc2):
                m.clip()
            running += loss.item()
        acc = accuracy(model, val_dl)
        if acc > best:
            best, best_state = acc, {k: v.clone() for k, v in model.state_dict().items()}
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:2d}  loss {running / len(train_dl):.4f}  val acc {acc:.3f}")
    model.load_state_dict(best_state)
    print(f"best val acc {best:.3f}   test acc {accuracy(model, test_dl):.3f}")


if __name__ == "__main__":
    main()
