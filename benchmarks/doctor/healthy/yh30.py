"""Eight networks at once. torch.func stacks their weights along a new axis and vmap runs the
whole ensemble as if it were one network; every member predicts a mean and a variance, and
every member sees its own bootstrap sample. Used for regression with honest error bars."""
import copy
import math

import numpy as np
import torch
from torch import nn
from torch.func import functional_call, stack_module_state, vmap

M, EPOCHS, BATCH, LR = 8, 150, 100, 5e-3


def wave(n, rng):
    """A sine whose noise grows to the right."""
    x = rng.uniform(-1, 1, size=(n, 1))
    sigma = 0.05 + 0.25 * (x[:, 0] + 1) / 2
    return x, np.sin(4 * x[:, 0]) + sigma * rng.standard_normal(n), sigma


def member():
    return nn.Sequential(nn.Linear(1, 48), nn.Tanh(), nn.Linear(48, 48), nn.Tanh(), nn.Linear(48, 2))


def main():
    torch.manual_seed(23)
    rng = np.random.default_rng(23)
    t = lambda a: torch.as_tensor(a, dtype=torch.float32)
    (x, y, _), (xt, yt, st) = wave(1200, rng), wave(1000, rng)
    x, y, xt, yt, st = map(t, (x, y, xt, yt, st))

    nets = [member() for _ in range(M)]
    params, buffers = stack_module_state(nets)
    skeleton = copy.deepcopy(nets[0]).to("meta")

    def one(p, b, inputs):
        out = functional_call(skeleton, (p, b), (inputs,))
        mean, raw = out.unbind(-1)
        return mean, nn.functional.softplus(raw) + 1e-4

    forward_each = vmap(one, in_dims=(0, 0, 0))            # every member its own batch
    forward_same = vmap(one, in_dims=(0, 0, None))         # the same inputs for all

    boot = torch.randint(len(x), (M, len(x)))              # one bootstrap sample per member
    opt = torch.optim.Adam(params.values(), lr=LR)
    steps = EPOCHS * math.ceil(len(x) / BATCH)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, steps)
    nll = nn.GaussianNLLLoss(reduction="none")

    for epoch in range(1, EPOCHS + 1):
        order = torch.stack([row[torch.randperm(len(x))] for row in boot])
        for idx in order.split(BATCH, dim=1):
            mean, var = forward_each(params, buffers, x[idx])
            # mean over a member's batch, sum over members: each gets exactly the gradient it would have alone
            loss = nll(mean, y[idx], var).mean(dim=1).sum()
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
        if epoch % 50 == 0:
            print(f"epoch {epoch}: loss per member {loss.item() / M:.3f}")

    with torch.no_grad():
        mean, var = forward_same(params, buffers, xt)
    mu = mean.mean(0)
    sd = (var.mean(0) + mean.var(0, unbiased=False)).sqrt()
    inside = ((yt - mu).abs() < 1.645 * sd).float().mean().item()
    print(f"rmse to the noisy values {((mu - yt) ** 2).mean().sqrt().item():.3f} (noise: {(st ** 2).mean().sqrt().item():.3f})")
    print(f"rmse to the true curve {((mu - torch.sin(4 * xt[:, 0])) ** 2).mean().sqrt().item():.3f}")
    print(f"90 % intervals hold {inside:.1%} of the test points")
    print(f"predicted and true noise correlate at {np.corrcoef(sd.numpy(), st.numpy())[0, 1]:.3f}")


if __name__ == "__main__":
    main()
