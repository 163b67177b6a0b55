"""WGAN-GP on a ring of eight Gaussians. Quality is measured against fresh real samples:
sliced Wasserstein distance, share of samples near a mode, number of modes that are used."""
import argparse
import math

import torch
from torch import Tensor, autograd, nn


def real(n: int) -> Tensor:
    k = torch.randint(8, (n,))
    a = k * (2 * math.pi / 8)
    return torch.stack([a.cos(), a.sin()], 1) * 2 + 0.08 * torch.randn(n, 2)


def mlp(i: int, o: int, width: int = 96) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(i, width), nn.LeakyReLU(0.2), nn.Linear(width, width), nn.LeakyReLU(0.2), nn.Linear(width, o)
    )


def gradient_penalty(critic: nn.Module, x: Tensor, fake: Tensor) -> Tensor:
    eps = torch.rand(len(x), 1)
    mid = (eps * x + (1 - eps) * fake).requires_grad_(True)
    (g,) = autograd.grad(critic(mid).sum(), mid, create_graph=True)
    return (g.norm(dim=1) - 1).square().mean()


@torch.no_grad()
def quality(gen: nn.Module, zdim: int, n: int = 2000):
    gen.eval()
    fake, x = gen(torch.randn(n, zdim)), real(n)
    proj = nn.functional.normalize(torch.randn(2, 64), dim=0)
    swd = ((fake @ proj).sort(0).values - (x @ proj).sort(0).values).abs().mean().item()
    a = torch.arange(8) * (2 * math.pi / 8)
    d, m = torch.cdist(fake, 2 * torch.stack([a.cos(), a.sin()], 1)).min(1)
    near = d < 0.32
    used = torch.bincount(m[near], minlength=8) > n * 0.02
    gen.train()
    return swd, near.float().mean().item(), int(used.sum())


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("--iterations", type=int, default=1500)
    p.add_argument("--critic-steps", type=int, default=3)
    p.add_argument("--batch", type=int, default=128)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--lam", type=float, default=1.0)
    p.add_argument("--zdim", type=int, default=4)
    p.add_argument("--seed", type=int, default=0)
    o = p.parse_args()
    torch.manual_seed(o.seed)

    gen, critic = mlp(o.zdim, 2), mlp(2, 1)
    g_opt = torch.optim.Adam(gen.parameters(), lr=o.lr, betas=(0.5, 0.9))
    c_opt = torch.optim.Adam(critic.parameters(), lr=o.lr, betas=(0.5, 0.9))
    decay = lambda i: 1.0 - 0.9 * i / o.iterations
    g_sched = torch.optim.lr_scheduler.LambdaLR(g_opt, decay)
    c_sched = torch.optim.lr_scheduler.LambdaLR(c_opt, decay)

    print("start: sliced W %.3f  near a mode %.3f  modes %d" % quality(gen, o.zdim))
    for i in range(1, o.iterations + 1):
        for _ in range(o.critic_steps):
            x = real(o.batch)
            fake = gen(torch.randn(o.batch, o.zdim)).detach()
            gap = critic(fake).mean() - critic(x).mean()
            c_loss = gap + o.lam * gradient_penalty(critic, x, fake)
            c_opt.zero_grad()
            c_loss.backward()
            c_opt.step()
        critic.requires_grad_(False)
        g_loss = -critic(gen(torch.randn(o.batch, o.zdim))).mean()
        g_opt.zero_grad()
        g_loss.backward()
        g_opt.step()
        critic.requires_grad_(True)
        g_sched.step()
        c_sched.step()
        if i % 300 == 0:
            print(f"{i}: critic gap {-gap.item():.3f}  " + "sliced W %.3f  near a mode %.3f  modes %d" % quality(gen, o.zdim))


if __name__ == "__main__":
    main()
