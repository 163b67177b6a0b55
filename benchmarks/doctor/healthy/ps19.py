"""MAML on sinusoids with torch.func: inner gradient steps under vmap, the outer gradient through them."""
import math
from functools import partial

import torch
from torch import nn
from torch.func import functional_call, grad, vmap

torch.manual_seed(0)
gen = torch.Generator().manual_seed(0)
net = nn.Sequential(nn.Linear(1, 40), nn.Tanh(), nn.Linear(40, 40), nn.Tanh(), nn.Linear(40, 1))


def sample_tasks(n, k):
    """n sinusoids; k support and k query points of each, of shape (n, k, 1)."""
    amp = torch.rand(n, 1, 1, generator=gen) * 4.5 + 0.5
    phase = torch.rand(n, 1, 1, generator=gen) * math.pi
    x = torch.rand(2, n, k, 1, generator=gen) * 10 - 5
    y = amp * torch.sin(x - phase)
    return x[0], y[0], x[1], y[1]


def mse(params, x, y):
    return nn.functional.mse_loss(functional_call(net, params, (x,)), y)


def adapt(params, x, y, steps, lr):
    for _ in range(steps):
        grads = grad(mse)(params, x, y)
        params = {k: p - lr * grads[k] for k, p in params.items()}
    return params


def query_loss(params, x_s, y_s, x_q, y_q, steps, lr=0.02):
    return mse(adapt(params, x_s, y_s, steps, lr), x_q, y_q)


def over_tasks(params, tasks, steps):
    return vmap(partial(query_loss, params, steps=steps))(*tasks)


params = dict(net.named_parameters())
opt = torch.optim.Adam(params.values(), lr=3e-3)
sched = torch.optim.lr_scheduler.MultiStepLR(opt, [1200, 1700], gamma=0.3)
for it in range(2000):
    opt.zero_grad()
    loss = over_tasks(params, sample_tasks(24, 10), steps=1).mean()
    loss.backward()
    opt.step()
    sched.step()
    if it % 400 == 0:
        print(f"iteration {it:4d}  loss on the query points {loss.item():.3f}")

test = sample_tasks(500, 10)
with torch.no_grad():
    zero, one, five = (over_tasks(params, test, steps=s).mean().item() for s in (0, 1, 5))
    variance = test[3].pow(2).mean().item()
print(f"500 new tasks, MSE: before {zero:.2f}, after one step {one:.2f}, after five {five:.2f}; "
      f"predicting 0: {variance:.2f}")
