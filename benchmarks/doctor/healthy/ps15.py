# WGAN-GP on a ring of eight Gaussians, with an exponential moving average of the generator.
import copy
import math

import torch
from torch import nn, optim

torch.manual_seed(0)
CENTRES = torch.tensor([[math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)] for k in range(8)]) * 2


def real_batch(n):
    return CENTRES[torch.randint(8, (n,))] + 0.1 * torch.randn(n, 2)


def mlp(i, o, h=64):
    return nn.Sequential(nn.Linear(i, h), nn.LeakyReLU(0.2), nn.Linear(h, h), nn.LeakyReLU(0.2), nn.Linear(h, o))


def gradient_penalty(D, real, fake):
    eps = torch.rand(real.size(0), 1)
    mix = (eps * real + (1 - eps) * fake).requires_grad_(True)
    grad, = torch.autograd.grad(D(mix).sum(), mix, create_graph=True)
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()


@torch.no_grad()
def sliced_w1(a, b, n_proj=64):
    theta = torch.randn(2, n_proj)
    theta /= theta.norm(dim=0, keepdim=True)
    return ((a @ theta).sort(0).values - (b @ theta).sort(0).values).abs().mean().item()


@torch.no_grad()
def report(step, gen):
    x = gen(torch.randn(2000, Z))
    dist, mode = torch.cdist(x, CENTRES).min(1)
    good = dist < 0.4
    modes = torch.bincount(mode[good], minlength=8).gt(40).sum().item()
    w1 = sliced_w1(x, real_batch(2000))
    print(f"step {step:5d}  modes {modes}/8  near a mode {good.float().mean():.2f}  sliced W1 {w1:.3f}")


Z, N_CRITIC, LAMBDA, BATCH = 4, 4, 1.0, 128
G, D = mlp(Z, 2), mlp(2, 1)
G_ema = copy.deepcopy(G).requires_grad_(False)
opt_g = optim.Adam(G.parameters(), lr=1e-3, betas=(0.5, 0.9))
opt_d = optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.9))
STEPS = 1500
decay = optim.lr_scheduler.LinearLR(opt_g, 1.0, 0.05, total_iters=STEPS)

report(0, G_ema)
for step in range(1, STEPS + 1):
    for _ in range(N_CRITIC):
        real = real_batch(BATCH)
        with torch.no_grad():
            fake = G(torch.randn(BATCH, Z))
        loss_d = D(fake).mean() - D(real).mean() + LAMBDA * gradient_penalty(D, real, fake)
        opt_d.zero_grad()
        loss_d.backward()
        opt_d.step()

    D.requires_grad_(False)  # the critic only passes the gradient on
    loss_g = -D(G(torch.randn(BATCH, Z))).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    decay.step()
    D.requires_grad_(True)

    with torch.no_grad():
        for p_ema, p in zip(G_ema.parameters(), G.parameters()):
            p_ema.lerp_(p, 1 - 0.99)
    if step % 500 == 0:
        report(step, G_ema)
print(f"two batches of real points: sliced W1 {sliced_w1(real_batch(2000), real_batch(2000)):.3f}")
