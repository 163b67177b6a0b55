"""WGAN with gradient penalty on a ring of eight Gaussians. The critic's loss is expected to be negative."""
from dataclasses import dataclass

import torch
from torch import autograd, nn


@dataclass(frozen=True)
class Hyper:
    steps: int = 1500
    batch: int = 128
    critic_steps: int = 4
    penalty: float = 0.1
    lr: float = 2e-3
    noise: int = 8
    width: int = 96


def ring(n, generator=None):
    k = torch.randint(8, (n,), generator=generator) * (2 * torch.pi / 8)
    return torch.stack([k.cos(), k.sin()], 1) * 2 + 0.1 * torch.randn(n, 2, generator=generator)


def mlp(inp, width, out):
    return nn.Sequential(nn.Linear(inp, width), nn.LeakyReLU(0.2), nn.Linear(width, width), nn.LeakyReLU(0.2), nn.Linear(width, out))


def gradient_penalty(critic, real, fake):
    t = torch.rand(len(real), 1)
    mid = (t * real + (1 - t) * fake).requires_grad_()
    (slope,) = autograd.grad(critic(mid).sum(), mid, create_graph=True)
    return (slope.norm(dim=1) - 1).pow(2).mean()


def energy_distance(a, b):
    # without the zeros on the diagonals, so that it can come out slightly below 0
    within = lambda u: torch.cdist(u, u).sum() / (len(u) * (len(u) - 1))
    return (2 * torch.cdist(a, b).mean() - within(a) - within(b)).item()


def modes(x):
    angle = torch.atan2(x[:, 1], x[:, 0])
    near = ((angle / (2 * torch.pi / 8)).round() % 8).long()
    c = torch.stack([(near * torch.pi / 4).cos(), (near * torch.pi / 4).sin()], 1) * 2
    ok = (x - c).norm(dim=1) < 0.3
    return len(near[ok].unique()), ok.float().mean().item()


def train(h: Hyper):
    torch.manual_seed(6)
    G, C = mlp(h.noise, h.width, 2), mlp(2, h.width, 1)
    opt_g = torch.optim.Adam(G.parameters(), lr=h.lr, betas=(0.0, 0.9))
    opt_c = torch.optim.Adam(C.parameters(), lr=h.lr, betas=(0.0, 0.9))
    # both run down to a tenth of their rate, which calms the circling of the two
    decays = [torch.optim.lr_scheduler.LinearLR(o, 1.0, 0.1, total_iters=h.steps) for o in (opt_g, opt_c)]
    fresh = ring(1000, torch.Generator().manual_seed(123))  # for measuring only

    def report(step):
        with torch.no_grad():
            made = G(torch.randn(1000, h.noise))
        n, share = modes(made)
        print(f"step {step:5d}  energy distance {energy_distance(made, fresh):.4f}  modes {n}  near a mode {share:.2f}")

    report(0)
    for step in range(1, h.steps + 1):
        for _ in range(h.critic_steps):
            real = ring(h.batch)
            with torch.no_grad():
                fake = G(torch.randn(h.batch, h.noise))
            loss_c = C(fake).mean() - C(real).mean() + h.penalty * gradient_penalty(C, real, fake)
            opt_c.zero_grad()
            loss_c.backward()
            opt_c.step()
        loss_g = -C(G(torch.randn(h.batch, h.noise))).mean()
        opt_g.zero_grad()  # what this leaves in the critic's gradients is cleared before its next step
        loss_g.backward()
        opt_g.step()
        for d in decays:
            d.step()
        if step % 500 == 0:
            report(step)
    print("energy distance of two real samples:", round(energy_distance(ring(1000), fresh), 4))


train(Hyper())
