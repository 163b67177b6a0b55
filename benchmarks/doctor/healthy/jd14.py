"""MAML on sine waves with torch.func: inner steps by grad(), tasks by vmap(), outer step by an ordinary optimizer.

Every task is a wave with its own amplitude and phase; 10 points to adapt on, other points of the same wave to be
judged by. Validation and test tasks are waves that were never trained on.
"""
import math

import torch
from torch import nn
from torch.func import functional_call, grad, vmap

SHOTS, QUERY, INNER_LR, INNER_STEPS = 10, 15, 0.1, 3
META_STEPS, TASKS, META_LR = 800, 24, 2e-3

torch.manual_seed(9)
torch.set_num_threads(2)

net = nn.Sequential(nn.Linear(1, 40), nn.Tanh(), nn.Linear(40, 40), nn.Tanh(), nn.Linear(40, 1))
theta = dict(net.named_parameters())


def sample(n_tasks, gen):
    amp = 0.5 + 2.5 * torch.rand(n_tasks, 1, 1, generator=gen)
    phase = math.pi * torch.rand(n_tasks, 1, 1, generator=gen)
    x = 10 * torch.rand(n_tasks, SHOTS + QUERY, 1, generator=gen) - 5
    y = amp * torch.sin(x + phase)
    return x[:, :SHOTS], y[:, :SHOTS], x[:, SHOTS:], y[:, SHOTS:]


def loss_of(params, x, y):
    return nn.functional.mse_loss(functional_call(net, params, (x,)), y)


def adapt(params, x, y):
    for _ in range(INNER_STEPS):
        g = grad(loss_of)(params, x, y)
        params = {k: p - INNER_LR * g[k] for k, p in params.items()}
    return params


def after_adapting(params, xs, ys, xq, yq):
    return loss_of(adapt(params, xs, ys), xq, yq)


per_task = vmap(after_adapting, in_dims=(None, 0, 0, 0, 0))  # theta is shared, the rest has a task axis
per_task_unadapted = vmap(loss_of, in_dims=(None, 0, 0))

train_gen = torch.Generator().manual_seed(1)
val_tasks = sample(300, torch.Generator().manual_seed(2))
test_tasks = sample(500, torch.Generator().manual_seed(3))

optimizer = torch.optim.Adam(net.parameters(), lr=META_LR)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=META_STEPS, eta_min=META_LR / 20)

best, kept = float("inf"), None
for step in range(1, META_STEPS + 1):
    meta_loss = per_task(theta, *sample(TASKS, train_gen)).mean()  # second order: through the inner steps
    optimizer.zero_grad()
    meta_loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimizer.step()
    scheduler.step()
    if step % 100 == 0:
        # no_grad here does not switch off the inner grad() of torch.func, which is on in its own scope
        with torch.no_grad():
            val = per_task(theta, *val_tasks).mean().item()
        print(f"{step:5d}  train {meta_loss.item():.3f}  validation {val:.3f}")
        if val < best:
            best, kept = val, {k: v.clone() for k, v in net.state_dict().items()}

net.load_state_dict(kept)  # copies into the same parameters that theta refers to
xs, ys, xq, yq = test_tasks
with torch.no_grad():
    print(f"test, mean squared error on new points of new waves: {per_task(theta, *test_tasks).mean().item():.3f}")
    print(f"without adapting: {per_task_unadapted(theta, xq, yq).mean().item():.3f}, "
          f"mean of the ten points: {(yq - ys.mean(1, keepdim=True)).square().mean().item():.3f}")
