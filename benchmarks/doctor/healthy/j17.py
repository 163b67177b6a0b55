"""Deep ensemble for heteroscedastic regression, trained in one go with torch.func (stacked parameters, vmap, grad)
and a hand-written Adam on the parameter dictionaries. Nothing here has a .backward()."""
import math

import torch
from torch import nn
from torch.func import functional_call, grad_and_value, stack_module_state, vmap

MEMBERS, STEPS, BATCH, LR = 8, 1500, 64, 3e-3
g = torch.Generator().manual_seed(0)
torch.manual_seed(0)


def target(n):
    x = torch.rand(n, 1, generator=g) * 6 - 3
    noise = 0.05 + 0.3 * torch.sigmoid(2 * x)
    y = torch.sin(2 * x) + 0.3 * x + noise * torch.randn(n, 1, generator=g)
    return x, y


xtr, ytr = target(800)
xva, yva = target(400)
xte, yte = target(400)
mu, sd = ytr.mean(), ytr.std()
norm = lambda y: (y - mu) / sd


def make():
    return nn.Sequential(nn.Linear(1, 48), nn.Tanh(), nn.Linear(48, 48), nn.Tanh(), nn.Linear(48, 2))


params, _ = stack_module_state([make() for _ in range(MEMBERS)])
params = {k: v.detach() for k, v in params.items()}
skeleton = make().to("meta")


def forward(p, x):
    out = functional_call(skeleton, p, (x,))
    mean, raw = out.chunk(2, -1)
    return mean, nn.functional.softplus(raw) + 1e-3  # standard deviation


def nll(p, x, y):
    mean, std = forward(p, x)
    return (0.5 * ((y - mean) / std) ** 2 + std.log() + 0.5 * math.log(2 * math.pi)).mean()


step_fn = vmap(grad_and_value(nll))  # every member has its own parameters and its own minibatch
predict = vmap(forward, in_dims=(0, None))


def adam(p, grads, state, lr, b1=0.9, b2=0.999, eps=1e-8):
    t = state["t"] + 1
    new_p, m, v = {}, {}, {}
    for k in p:
        m[k] = b1 * state["m"][k] + (1 - b1) * grads[k]
        v[k] = b2 * state["v"][k] + (1 - b2) * grads[k] ** 2
        new_p[k] = p[k] - lr * (m[k] / (1 - b1**t)) / ((v[k] / (1 - b2**t)).sqrt() + eps)
    return new_p, {"m": m, "v": v, "t": t}


def score(p, x, y):
    """RMSE of the mean and NLL of the equal-weight mixture, both in original units; also the average member."""
    with torch.no_grad():
        mean, std = predict(p, x)
        mean, std = mean * sd + mu, std * sd
        logp = torch.distributions.Normal(mean, std).log_prob(y)
        mixture = -(torch.logsumexp(logp, 0) - math.log(MEMBERS)).mean()
        rmse = (mean.mean(0) - y).square().mean().sqrt()
        return rmse.item(), mixture.item(), -logp.mean().item()


state = {"m": {k: torch.zeros_like(v) for k, v in params.items()}, "v": {k: torch.zeros_like(v) for k, v in params.items()}, "t": 0}
print("start: valid rmse %.4f  ensemble nll %.4f  member nll %.4f" % score(params, xva, yva))
for i in range(1, STEPS + 1):
    idx = torch.randint(len(xtr), (MEMBERS, BATCH), generator=g)
    grads, losses = step_fn(params, xtr[idx], norm(ytr)[idx])
    lr = LR * 0.5 * (1 + math.cos(math.pi * (i - 1) / STEPS))
    params, state = adam(params, grads, state, lr)
    if i % 300 == 0:
        print(f"step {i}: train nll {losses.mean():.4f}  " + "valid rmse %.4f  ensemble nll %.4f  member nll %.4f" % score(params, xva, yva))
print("test: rmse %.4f  ensemble nll %.4f  member nll %.4f" % score(params, xte, yte), f"(std of y {yte.std():.3f})")
