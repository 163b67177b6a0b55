"""WGAN-GP on a ring of eight Gaussians. The critic's loss is an estimate of a distance, so it is below zero."""
import copy
import math

import torch
from torch import nn, optim

torch.manual_seed(0)
dev = "cuda" if torch.cuda.is_available() else "cpu"

MODES, RADIUS, SIGMA = 8, 2.0, 0.08
LATENT, BATCH, CRITIC_STEPS, GP = 2, 128, 3, 0.3
ANGLES = torch.arange(MODES) * (2 * math.pi / MODES)
CENTRES = (RADIUS * torch.stack([ANGLES.cos(), ANGLES.sin()], dim=1)).to(dev)


def real(n):
    which = torch.randint(MODES, (n,), device=dev)
    return CENTRES[which] + SIGMA * torch.randn(n, 2, device=dev)


def mlp(i, o, h=96):
    return nn.Sequential(nn.Linear(i, h), nn.LeakyReLU(0.2), nn.Linear(h, h), nn.LeakyReLU(0.2), nn.Linear(h, o)).to(dev)


G, D = mlp(LATENT, 2), mlp(2, 1)
G_ema = copy.deepcopy(G).requires_grad_(False)
opt_g = optim.Adam(G.parameters(), lr=1e-3, betas=(0.0, 0.9))
opt_d = optim.Adam(D.parameters(), lr=2e-3, betas=(0.0, 0.9))
STEPS = 2500
calm = [optim.lr_scheduler.LinearLR(o, 1.0, 0.05, total_iters=STEPS) for o in (opt_g, opt_d)]  # one tick a round


def penalty(x, y):
    eps = torch.rand(len(x), 1, device=dev)
    mid = (eps * x + (1 - eps) * y).requires_grad_(True)
    (grad,) = torch.autograd.grad(D(mid).sum(), mid, create_graph=True)
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()


def critic_step():
    x = real(BATCH)
    with torch.no_grad():
        fake = G(torch.randn(BATCH, LATENT, device=dev))
    gap = D(fake).mean() - D(x).mean()
    loss = gap + GP * penalty(x, fake)
    opt_d.zero_grad()
    loss.backward()
    opt_d.step()
    return gap.item()


def generator_step():
    loss = -D(G(torch.randn(BATCH, LATENT, device=dev))).mean()
    opt_g.zero_grad()
    loss.backward()  # also fills D's gradients; critic_step clears them before its own backward
    opt_g.step()


@torch.no_grad()
def update_average(step, decay=0.995):
    d = min(decay, (1 + step) / (10 + step))
    for slow, fast in zip(G_ema.parameters(), G.parameters()):
        slow.lerp_(fast, 1 - d)


@torch.no_grad()
def quality(net, n=4000):
    points = net(torch.randn(n, LATENT, device=dev))
    distance, nearest = torch.cdist(points, CENTRES).min(dim=1)
    good = distance < 4 * SIGMA
    share = torch.bincount(nearest[good], minlength=MODES) / n
    return good.float().mean().item(), int((share > 0.02).sum())


for step in range(1, STEPS + 1):
    for _ in range(CRITIC_STEPS):
        gap = critic_step()
    generator_step()
    update_average(step)
    for schedule in calm:
        schedule.step()
    if step == 1 or step % 500 == 0:
        good, modes = quality(G_ema)
        print(f"step {step:5d}  critic gap {gap:+.3f}  near a centre {good:.3f}  modes found {modes}/{MODES}")

for name, net in (("last generator", G), ("averaged generator", G_ema)):
    good, modes = quality(net, 20000)
    print(f"{name}: {good:.3f} of the points within 4 sigma of a centre, {modes} of {MODES} modes")
