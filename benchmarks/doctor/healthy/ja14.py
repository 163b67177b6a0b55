# MAML (second order) on sinusoid regression, written with torch.func.
# A task is y = A sin(x + phase); ten points to adapt, ten other points of the same task to be judged by.
# Meta-validation and meta-test tasks are drawn separately from the meta-training tasks.
import math
import os

import torch
import torch.nn as nn
from torch.func import functional_call, grad, vmap

SHOTS, QUERY = 10, 10
INNER_LR, INNER_STEPS = 0.01, 3
META_BATCH, META_STEPS = 25, 1200

torch.manual_seed(0)
torch.set_num_threads(1)  # 40 x 40 matrices
os.makedirs("out/ja14", exist_ok=True)


def sample_tasks(n, gen):
    amp = 0.1 + 4.9 * torch.rand(n, 1, 1, generator=gen)
    phase = math.pi * torch.rand(n, 1, 1, generator=gen)
    x = torch.rand(n, SHOTS + QUERY, 1, generator=gen) * 10 - 5
    y = amp * torch.sin(x + phase)
    return x[:, :SHOTS], y[:, :SHOTS], x[:, SHOTS:], y[:, SHOTS:]


net = nn.Sequential(nn.Linear(1, 40), nn.ReLU(), nn.Linear(40, 40), nn.ReLU(), nn.Linear(40, 1))


def mse(params, x, y):
    return ((functional_call(net, params, (x,)) - y) ** 2).mean()


def adapt(params, x, y, steps):
    for _ in range(steps):
        g = grad(mse)(params, x, y)
        params = {k: p - INNER_LR * g[k] for k, p in params.items()}
    return params


def query_losses(params, tasks, steps):
    """Query loss of every task after `steps` inner steps; vmap runs over the tasks."""
    def one(xs, ys, xq, yq):
        return mse(adapt(params, xs, ys, steps), xq, yq)
    return vmap(one)(*tasks)


def evaluate(params, tasks, steps):
    with torch.no_grad():  # torch.func.grad still differentiates inside; only the outer graph is dropped
        return query_losses(params, tasks, steps).mean().item()


val_tasks = sample_tasks(200, torch.Generator().manual_seed(1000))
test_tasks = sample_tasks(600, torch.Generator().manual_seed(2000))
train_gen = torch.Generator().manual_seed(3000)

params = {k: p.detach().clone().requires_grad_(True) for k, p in net.named_parameters()}
init = {k: p.detach().clone() for k, p in params.items()}
meta_opt = torch.optim.Adam(params.values(), lr=2e-3)
meta_sched = torch.optim.lr_scheduler.CosineAnnealingLR(meta_opt, T_max=META_STEPS)

best_val, best = float("inf"), None
for step in range(1, META_STEPS + 1):
    loss = query_losses(params, sample_tasks(META_BATCH, train_gen), INNER_STEPS).mean()
    meta_opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(params.values(), 10.0)
    meta_opt.step()
    meta_sched.step()
    if step % 100 == 0:
        val = evaluate(params, val_tasks, INNER_STEPS)
        if val < best_val:
            best_val, best = val, {k: p.detach().clone() for k, p in params.items()}
        if step % 300 == 0:
            print(f"meta step {step}: val query MSE {val:.3f}")

print("\ntest tasks, query MSE after 0 / 3 / 10 inner steps")
for name, p in (("MAML", best), ("random start", init)):
    print(f"  {name:13s}", "  ".join(f"{evaluate(p, test_tasks, s):.3f}" for s in (0, INNER_STEPS, 10)))
print(f"  always zero    {test_tasks[3].pow(2).mean():.3f}")
torch.save(best, "out/ja14/meta_init.pt")
