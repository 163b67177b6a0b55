"""Teacher -> student on digits. The student imitates the teacher's logits and, through a
forward hook, one of its hidden layers. Both are selected on validation rows."""
import argparse
from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class Tap:
    """with Tap(module) as tap: ...; tap.value is the module's last output."""

    def __init__(self, module):
        self.module, self.value = module, None

    def __enter__(self):
        self.handle = self.module.register_forward_hook(self._keep)
        return self

    def _keep(self, module, args, output):
        self.value = output          # returns None on purpose: the output stays as it is

    def __exit__(self, *exc):
        self.handle.remove()
        return False


@contextmanager
def frozen(module):
    flags = [p.requires_grad for p in module.parameters()]
    was_training = module.training
    module.requires_grad_(False).eval()
    try:
        yield module
    finally:
        for p, f in zip(module.parameters(), flags):
            p.requires_grad_(f)
        module.train(was_training)


def mlp(hidden, p):
    return nn.Sequential(nn.Linear(64, hidden), nn.ReLU(), nn.Dropout(p),
                         nn.Linear(hidden, hidden), nn.ReLU(), nn.Dropout(p), nn.Linear(hidden, 10))


def accuracy(net, x, y):
    net.eval()
    with torch.no_grad():
        return (net(x).argmax(-1) == y).float().mean().item()


def fit(net, params, step_loss, data, epochs, lr, batch):
    """step_loss(x, y) -> scalar. Leaves net with the weights of its best validation epoch."""
    (xt, yt), (xv, yv) = data
    opt = torch.optim.AdamW(params, lr=lr, weight_decay=1e-4)
    best, keep = -1.0, None
    for _ in range(epochs):
        net.train()
        for i in torch.randperm(len(xt)).split(batch):
            loss = step_loss(xt[i], yt[i])
            opt.zero_grad()
            loss.backward()
            opt.step()
        acc = accuracy(net, xv, yv)
        if acc > best:
            best, keep = acc, {k: v.detach().clone() for k, v in net.state_dict().items()}
    net.load_state_dict(keep)
    return best


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--temperature", type=float, default=3.0)
    ap.add_argument("--alpha", type=float, default=0.7, help="share of the soft loss")
    ap.add_argument("--beta", type=float, default=0.1, help="weight of the hidden layer loss")
    ap.add_argument("--seed", type=int, default=0)
    args = ap.parse_args()
    torch.manual_seed(args.seed)

    x, y = load_digits(return_X_y=True)
    x, xte, y, yte = train_test_split(x, y, test_size=0.25, stratify=y, random_state=args.seed)
    x, xva, y, yva = train_test_split(x, y, test_size=0.2, stratify=y, random_state=args.seed)
    to_x = lambda a: torch.tensor(a, dtype=torch.float32) / 8 - 1       # 0..16 -> -1..1
    data = (to_x(x), torch.tensor(y)), (to_x(xva), torch.tensor(yva))
    test = to_x(xte), torch.tensor(yte)

    teacher = mlp(256, 0.3)
    best = fit(teacher, teacher.parameters(), lambda a, b: F.cross_entropy(teacher(a), b),
               data, epochs=25, lr=2e-3, batch=64)
    print(f"teacher val {best:.4f}")

    student, bridge = mlp(24, 0.0), nn.Linear(24, 256)
    T = args.temperature
    with frozen(teacher), Tap(teacher[4]) as t_tap, Tap(student[4]) as s_tap:
        def distil(a, b):
            with torch.no_grad():
                t_logits = teacher(a)
            s_logits = student(a)
            soft = F.kl_div(F.log_softmax(s_logits / T, -1), F.log_softmax(t_logits / T, -1),
                            log_target=True, reduction="batchmean") * T * T
            hard = F.cross_entropy(s_logits, b)
            hint = F.mse_loss(bridge(s_tap.value), t_tap.value)
            return args.alpha * soft + (1 - args.alpha) * hard + args.beta * hint

        # the bridge is thrown away afterwards, but has to learn along
        best = fit(student, [*student.parameters(), *bridge.parameters()], distil,
                   data, epochs=40, lr=3e-3, batch=64)
    print(f"student val {best:.4f}")

    alone = mlp(24, 0.0)
    fit(alone, alone.parameters(), lambda a, b: F.cross_entropy(alone(a), b), data, epochs=40, lr=3e-3, batch=64)
    for name, net in (("teacher", teacher), ("student", student), ("alone", alone)):
        size = sum(p.numel() for p in net.parameters())
        print(f"{name:8s} {size:7d} weights, test accuracy {accuracy(net, *test):.4f}")


if __name__ == "__main__":
    main()
