"""
Temperature scaling.

Four disjoint parts: train (weights), validation (which epoch), calibration (temperature), test (report).
The classes are Gaussian, so the exact posterior is known and serves as the ceiling.
"""
from __future__ import annotations

import copy
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, one_hot

K, DIM, SPREAD = 5, 10, 1.6
torch.manual_seed(123)
CENTRES = torch.randn(K, DIM)


class Part(NamedTuple):
    x: Tensor
    y: Tensor


def sample(n: int) -> Part:
    y = torch.randint(K, (n,))
    return Part(CENTRES[y] + SPREAD * torch.randn(n, DIM), y)


def exact_logits(x: Tensor) -> Tensor:
    # equal priors and equal spherical covariances
    return -torch.cdist(x, CENTRES).square() / (2 * SPREAD ** 2)


def ece(probs: Tensor, y: Tensor, bins: int = 15) -> float:
    """Expected calibration error of the top class; bins hold equally many rows."""
    conf, pred = probs.max(dim=1)
    hit = (pred == y).double()
    order = conf.argsort()
    total = 0.0
    for chunk in order.tensor_split(bins):
        total += len(chunk) / len(y) * abs(hit[chunk].mean().item() - conf[chunk].double().mean().item())
    return total


def summary(name: str, logits: Tensor, y: Tensor) -> None:
    p = logits.softmax(dim=1)
    brier = (p - one_hot(y, K)).square().sum(1).mean().item()
    acc = (p.argmax(1) == y).double().mean().item()
    print(f"{name:<24} acc {acc:.3f}   nll {cross_entropy(logits, y).item():.3f}   "
          f"brier {brier:.3f}   ece {ece(p, y):.3f}   mean confidence {p.max(1).values.mean().item():.3f}")


def evaluate(net: nn.Module, x: Tensor) -> Tensor:
    net.eval()
    with torch.no_grad():
        return net(x)


def fit(net: nn.Module, train: Part, val: Part, epochs: int = 40) -> nn.Module:
    opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=1e-4)
    per_epoch = -(-len(train.y) // 64)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs * per_epoch)
    best_acc, best = -1.0, None
    for epoch in range(1, epochs + 1):
        net.train()
        for rows in torch.randperm(len(train.y)).split(64):
            opt.zero_grad()
            cross_entropy(net(train.x[rows]), train.y[rows]).backward()
            opt.step()
            sched.step()
        acc = (evaluate(net, val.x).argmax(1) == val.y).double().mean().item()
        if acc > best_acc:
            best_acc, best = acc, copy.deepcopy(net.state_dict())
            print(f"epoch {epoch:2d}: validation accuracy {acc:.4f} (best so far)")
    net.load_state_dict(best)
    return net


def find_temperature(logits: Tensor, y: Tensor) -> float:
    log_t = torch.zeros((), requires_grad=True)
    opt = torch.optim.LBFGS([log_t], lr=0.5, max_iter=60, line_search_fn="strong_wolfe")

    def closure():
        opt.zero_grad()
        loss = cross_entropy(logits / log_t.exp(), y)
        loss.backward()
        return loss

    opt.step(closure)
    return log_t.exp().item()


def reliability_table(p: Tensor, y: Tensor) -> None:
    conf, pred = p.max(1)
    edges = torch.linspace(0.2, 1.0, 9)                 # the largest of five is at least 0.2
    slot = torch.bucketize(conf, edges[1:-1])
    for b in range(8):
        m = slot == b
        if m.any():
            print(f"   {edges[b]:.1f}-{edges[b + 1]:.1f}  rows {int(m.sum()):5d}  "
                  f"said {conf[m].mean():.3f}  was {(pred[m] == y[m]).float().mean():.3f}")


def main() -> None:
    train, val, calib, test = sample(1500), sample(600), sample(1000), sample(4000)
    net = nn.Sequential(nn.Linear(DIM, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, K))
    start = evaluate(net, test.x)
    fit(net, train, val)
    t = find_temperature(evaluate(net, calib.x), calib.y)
    after = evaluate(net, test.x)
    print(f"temperature {t:.3f}")
    summary("test, untrained", start, test.y)
    summary("test, trained", after, test.y)
    summary("test, trained, scaled", after / t, test.y)
    summary("test, exact posterior", exact_logits(test.x), test.y)
    print("reliability after scaling")
    reliability_table((after / t).softmax(1), test.y)


if __name__ == "__main__":
    main()
