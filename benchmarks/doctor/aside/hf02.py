# Toy GAN on a ring of eight gaussians.
import argparse
import math
import os

import torch
from torch import nn

ap = argparse.ArgumentParser()
ap.add_argument("--steps", type=int, default=1500)
ap.add_argument("--batch", type=int, default=256)
ap.add_argument("--zdim", type=int, default=8)
ap.add_argument("--lr-g", type=float, default=1e-3)
ap.add_argument("--lr-d", type=float, default=1e-3)
ap.add_argument("--seed", type=int, default=3)
ap.add_argument("--out", default="out/hf02")
args = ap.parse_args()

torch.manual_seed(args.seed)
os.makedirs(args.out, exist_ok=True)

angles = torch.arange(8) * (2 * math.pi / 8)
CENTRES = torch.stack([angles.cos(), angles.sin()], dim=1)


def sample_real(n):
    which = torch.randint(0, 8, (n,))
    return CENTRES[which] + 0.05 * torch.randn(n, 2)


def mlp(n_in, n_out, act):
    return nn.Sequential(
        nn.Linear(n_in, 64), act(), nn.Linear(64, 64), act(), nn.Linear(64, n_out)
    )


G = mlp(args.zdim, 2, nn.ReLU)
D = mlp(2, 1, lambda: nn.LeakyReLU(0.2))
opt_g = torch.optim.Adam(G.parameters(), lr=args.lr_g, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=args.lr_d, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones = torch.ones(args.batch, 1)
zeros = torch.zeros(args.batch, 1)


@torch.no_grad()
def quality(n=2000):
    """Share of samples near a centre, and how many centres are hit."""
    G.eval()
    pts = G(torch.randn(n, args.zdim))
    G.train()
    dist, idx = torch.cdist(pts, CENTRES).min(dim=1)
    good = dist < 0.2
    return good.float().mean().item(), idx[good].unique().numel()


for step in range(1, args.steps + 1):
    real = sample_real(args.batch)
    fake = G(torch.randn(args.batch, args.zdim)).detach()

    # discriminator: real -> 1, fake -> 0
    opt_d.zero_grad()
    loss_d = bce(D(real), ones) + bce(D(fake), zeros)
    loss_d.backward()
    opt_d.step()

    # generator: fool the discriminator
    opt_g.zero_grad()
    loss_g = bce(D(fake), ones)
    loss_g.backward()
    opt_g.step()

    if step % 150 == 0:
        share, modes = quality()
        print(
            f"step {step:5d}  D {loss_d.item():.3f}  G {loss_g.item():.3f}"
            f"  good {share:.2%}  modes {modes}/8"
        )

torch.save({"G": G.state_dict(), "D": D.state_dict()}, os.path.join(args.out, "gan.pt"))
