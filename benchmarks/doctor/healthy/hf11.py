import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

OUT = "out/hf11"


def mlp(width, dropout):
    return nn.Sequential(
        nn.Linear(64, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(dropout),
        nn.Linear(width, width), nn.BatchNorm1d(width), nn.ReLU(), nn.Dropout(dropout),
        nn.Linear(width, 10),
    )


class Distiller(nn.Module):
    """Holds both networks; the teacher stays in eval mode whatever train() is told."""

    def __init__(self, student, teacher, temperature=3.0, alpha=0.7):
        super().__init__()
        self.student = student
        self.teacher = teacher.requires_grad_(False)
        self.temperature = temperature
        self.alpha = alpha

    def train(self, mode=True):
        super().train(mode)
        self.teacher.eval()
        return self

    def forward(self, x):
        return self.student(x)

    def loss(self, x, y):
        t = self.temperature
        with torch.no_grad():
            goal = F.log_softmax(self.teacher(x) / t, dim=-1)
        logits = self.student(x)
        soft = F.kl_div(F.log_softmax(logits / t, dim=-1), goal, reduction="batchmean", log_target=True)
        return self.alpha * t**2 * soft + (1 - self.alpha) * F.cross_entropy(logits, y)


def batches(x, y, size):
    # BatchNorm wants more than one row: the short rest of each (fresh) permutation is left out
    order = torch.randperm(len(y))
    usable = len(y) // size * size
    for idx in order[:usable].split(size):
        yield x[idx], y[idx]


def train(net, loss_fn, x, y, epochs, lr, size=48):
    params = [p for p in net.parameters() if p.requires_grad]
    opt = torch.optim.AdamW(params, lr=lr, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)
    for _ in range(epochs):
        net.train()
        for xb, yb in batches(x, y, size):
            loss = loss_fn(xb, yb)
            for p in params:
                p.grad = None
            loss.backward()
            opt.step()
        sched.step()


@torch.inference_mode()
def accuracy(net, x, y):
    net.eval()
    return (net(x).argmax(-1) == y).float().mean().item()


def main():
    torch.manual_seed(13)
    X, y = load_digits(return_X_y=True)
    X_tr, X_te, y_tr, y_te = train_test_split(X / 16, y, test_size=0.3, stratify=y, random_state=13)
    X_tr, X_te = (torch.tensor(a, dtype=torch.float32) for a in (X_tr, X_te))
    y_tr, y_te = torch.tensor(y_tr), torch.tensor(y_te)

    teacher = mlp(256, 0.3)
    train(teacher, lambda a, b: F.cross_entropy(teacher(a), b), X_tr, y_tr, epochs=30, lr=2e-3)
    print(f"teacher          {accuracy(teacher, X_te, y_te):.3f}")

    alone = mlp(16, 0.0)
    train(alone, lambda a, b: F.cross_entropy(alone(a), b), X_tr, y_tr, epochs=40, lr=5e-3)
    print(f"student, alone   {accuracy(alone, X_te, y_te):.3f}")

    kd = Distiller(mlp(16, 0.0), teacher)
    train(kd, kd.loss, X_tr, y_tr, epochs=40, lr=5e-3)
    print(f"student, taught  {accuracy(kd, X_te, y_te):.3f}")

    os.makedirs(OUT, exist_ok=True)
    torch.save(kd.student.state_dict(), f"{OUT}/student.pt")


if __name__ == "__main__":
    main()
