#!/usr/bin/env python
"""WGAN-GP on a ring of eight Gaussians.

Quality is the sliced Wasserstein-1 distance to samples that were not used for training.
Each split is drawn independently from the same density.
"""
import argparse
import copy
import json
import math
import pathlib

import torch
from torch import autograd, nn, optim


def ring(n, gen, radius=2.0, std=0.1):
    k = torch.randint(0, 8, (n,), generator=gen)
    ang = k.float() * (2 * math.pi / 8)
    centre = radius * torch.stack([ang.cos(), ang.sin()], dim=1)
    return centre + std * torch.randn(n, 2, generator=gen)


def mlp(n_in, n_out, width):
    return nn.Sequential(
        nn.Linear(n_in, width), nn.LeakyReLU(0.2),
        nn.Linear(width, width), nn.LeakyReLU(0.2),
        nn.Linear(width, n_out),
    )


def sliced_w1(a, b, directions):
    """Both samples must have the same size: then W1 in 1-D is the mean gap of the sorted values."""
    assert len(a) == len(b)
    pa = (a @ directions.T).sort(dim=0).values
    pb = (b @ directions.T).sort(dim=0).values
    return (pa - pb).abs().mean().item()


def gradient_penalty(critic, real, fake):
    eps = torch.rand(len(real), 1)
    mid = (eps * real + (1 - eps) * fake).requires_grad_(True)
    (grad,) = autograd.grad(critic(mid).sum(), mid, create_graph=True)
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=1000, help="generator steps")
    ap.add_argument("--critic-steps", type=int, default=3)
    ap.add_argument("--batch", type=int, default=256)
    ap.add_argument("--noise-dim", type=int, default=4)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--gp", type=float, default=0.1, help="small works better for toy densities")
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--seed", type=int, default=0)
    ap.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/ja03"))
    args = ap.parse_args()

    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    data_gen = torch.Generator().manual_seed(args.seed + 1)
    train, val, test = ring(8000, data_gen), ring(2000, data_gen), ring(2000, data_gen)
    directions = nn.functional.normalize(torch.randn(64, 2, generator=data_gen), dim=1)

    G, D = mlp(args.noise_dim, 2, 128), mlp(2, 1, 128)
    # beta1 = 0 as recommended for critics with a gradient penalty
    opt_g = optim.Adam(G.parameters(), lr=args.lr, betas=(0.0, 0.9))
    opt_d = optim.Adam(D.parameters(), lr=args.lr, betas=(0.0, 0.9))

    def batch():
        return train[torch.randint(0, len(train), (args.batch,))]

    z_eval = torch.randn(2000, args.noise_dim)
    with torch.no_grad():
        before = G(z_eval)
    best_sw, best_G = float("inf"), None
    for step in range(1, args.steps + 1):
        for _ in range(args.critic_steps):
            real = batch()
            with torch.no_grad():
                fake = G(torch.randn(args.batch, args.noise_dim))
            loss_d = D(fake).mean() - D(real).mean() + args.gp * gradient_penalty(D, real, fake)
            opt_d.zero_grad()  # also throws away what the generator step left in D
            loss_d.backward()
            opt_d.step()

        loss_g = -D(G(torch.randn(args.batch, args.noise_dim))).mean()
        opt_g.zero_grad()
        loss_g.backward()
        opt_g.step()

        if step % 50 == 0:
            with torch.no_grad():
                sw = sliced_w1(G(z_eval), val, directions)
            if sw < best_sw:
                best_sw, best_G = sw, copy.deepcopy(G)
            if step % 200 == 0:
                print(f"{step:5d}  critic {loss_d.item():+.3f}  val sliced-W1 {sw:.3f}")

    with torch.no_grad():
        generated = best_G(torch.randn(2000, args.noise_dim))
    mean, cov = train.mean(0), torch.cov(train.T)
    gauss = torch.distributions.MultivariateNormal(mean, cov).sample((2000,))
    report = {
        "gan": sliced_w1(generated, test, directions),
        "untrained_generator": sliced_w1(before, test, directions),
        "single_gaussian": sliced_w1(gauss, test, directions),
        "floor_real_vs_real": sliced_w1(val, test, directions),
    }
    print(json.dumps(report, indent=2))
    (args.out / "report.json").write_text(json.dumps(report))


if __name__ == "__main__":
    main()
