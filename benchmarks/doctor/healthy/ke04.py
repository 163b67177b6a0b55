"""MAML (second order) for sinusoid regression, written with torch.func.

Tasks are split, not rows: meta-training tasks are drawn without end, one fixed
set of validation tasks picks the checkpoint, another fixed set is reported.
"""
import copy
from dataclasses import dataclass
import math

import torch
from torch import nn
from torch.func import functional_call, grad, vmap


@dataclass(frozen=True)
class Cfg:
    shots: int = 10
    queries: int = 15
    tasks: int = 32
    inner_lr: float = 0.02
    inner_steps: int = 2
    outer_lr: float = 2e-3
    iterations: int = 1600
    every: int = 200
    seed: int = 11


cfg = Cfg()
torch.manual_seed(cfg.seed)
model = nn.Sequential(nn.Linear(1, 40), nn.ReLU(), nn.Linear(40, 40), nn.ReLU(), nn.Linear(40, 1))


def draw(n_tasks, n_queries, gen):
    amp = 0.5 + 4.5 * torch.rand(n_tasks, 1, 1, generator=gen)
    phase = math.pi * torch.rand(n_tasks, 1, 1, generator=gen)
    x = 10 * torch.rand(n_tasks, cfg.shots + n_queries, 1, generator=gen) - 5
    y = amp * torch.sin(x - phase)
    k = cfg.shots
    return x[:, :k], y[:, :k], x[:, k:], y[:, k:]


def mse(params, x, y):
    return (functional_call(model, params, (x,)) - y).square().mean()


def adapt(params, xs, ys):
    for _ in range(cfg.inner_steps):
        g = grad(mse)(params, xs, ys)            # differentiable: the outer backward sees it
        params = {k: p - cfg.inner_lr * g[k] for k, p in params.items()}
    return params


def task_loss(params, xs, ys, xq, yq):
    return mse(adapt(params, xs, ys), xq, yq)


batched_loss = vmap(task_loss, in_dims=(None, 0, 0, 0, 0))
batched_plain = vmap(lambda p, xs, ys, xq, yq: mse(p, xq, yq), in_dims=(None, 0, 0, 0, 0))

train_gen = torch.Generator().manual_seed(cfg.seed)
val_tasks = draw(200, 50, torch.Generator().manual_seed(cfg.seed + 1))
test_tasks = draw(400, 50, torch.Generator().manual_seed(cfg.seed + 2))


@torch.no_grad()    # torch.func.grad inside still differentiates, only the outer tape is off
def evaluate(tasks):
    p = dict(model.named_parameters())
    return batched_plain(p, *tasks).mean().item(), batched_loss(p, *tasks).mean().item()


opt = torch.optim.Adam(model.parameters(), lr=cfg.outer_lr)
best, best_state = float("inf"), None
for it in range(1, cfg.iterations + 1):
    loss = batched_loss(dict(model.named_parameters()), *draw(cfg.tasks, cfg.queries, train_gen)).mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    opt.step()
    if it % cfg.every == 0:
        before, after = evaluate(val_tasks)
        print(f"iteration {it:5d}  validation tasks: before adapting {before:.3f}  after {after:.3f}")
        if after < best:
            best, best_state = after, copy.deepcopy(model.state_dict())

model.load_state_dict(best_state)
before, after = evaluate(test_tasks)
zero = test_tasks[3].square().mean().item()
print(f"test tasks: before adapting {before:.3f}, after {cfg.inner_steps} steps {after:.3f}, "
      f"always answering 0 gives {zero:.3f}")
