"""An ensemble of five MLPs trained at once, purely functional: torch.func.grad + vmap, hand-written Adam."""
import copy

import torch
from torch import nn
from torch.func import functional_call, grad_and_value, stack_module_state, vmap

torch.manual_seed(0)
N_MODELS, STEPS, BATCH, LR = 5, 1500, 64, 3e-3


def make_data(n, generator):
    x = torch.rand(n, 2, generator=generator) * 4 - 2
    y = torch.sin(2 * x[:, 0]) * x[:, 1] + 0.1 * torch.randn(n, generator=generator)
    return x, y.unsqueeze(1)


def make_net():
    return nn.Sequential(nn.Linear(2, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))


gen = torch.Generator().manual_seed(1)
x_train, y_train = make_data(2000, gen)
x_val, y_val = make_data(500, gen)

nets = [make_net() for _ in range(N_MODELS)]
params, buffers = stack_module_state(nets)
params = {k: v.detach() for k, v in params.items()}
skeleton = copy.deepcopy(nets[0]).to("meta")


def apply(p, b, x):
    return functional_call(skeleton, (p, b), (x,))


def loss_fn(p, b, x, y):
    return torch.mean((apply(p, b, x) - y) ** 2)


def adam_init(p):
    zeros = lambda: {k: torch.zeros_like(v) for k, v in p.items()}
    return {"m": zeros(), "v": zeros(), "t": 0}


def adam_update(p, g, state, lr, b1=0.9, b2=0.999, eps=1e-8):
    t = state["t"] + 1
    m = {k: b1 * state["m"][k] + (1 - b1) * g[k] for k in p}
    v = {k: b2 * state["v"][k] + (1 - b2) * g[k] ** 2 for k in p}
    new = {
        k: p[k] - lr * (m[k] / (1 - b1**t)) / ((v[k] / (1 - b2**t)).sqrt() + eps)
        for k in p
    }
    return new, {"m": m, "v": v, "t": t}


def linear_decay(step):
    return LR * (1 - step / STEPS)


# every member sees its own batches, so all four arguments are mapped
ensemble_grad = vmap(grad_and_value(loss_fn), in_dims=(0, 0, 0, 0))
ensemble_apply = vmap(apply, in_dims=(0, 0, None))

state = adam_init(params)
for step in range(STEPS):
    idx = torch.randint(len(x_train), (N_MODELS, BATCH), generator=gen)
    grads, losses = ensemble_grad(params, buffers, x_train[idx], y_train[idx])
    params, state = adam_update(params, grads, state, linear_decay(step))
    if step % 250 == 0 or step == STEPS - 1:
        pred = ensemble_apply(params, buffers, x_val)
        single = ((pred - y_val) ** 2).mean(dim=(1, 2))
        together = ((pred.mean(0) - y_val) ** 2).mean()
        print(f"{step:5d}  train {losses.mean():.4f}  val one {single.mean():.4f}  val ensemble {together:.4f}")

print(f"target variance {y_val.var():.4f}; noise floor 0.0100")
