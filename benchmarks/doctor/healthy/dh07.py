"""WGAN-GP: eight blobs on a circle. The critic's loss is below zero most of the time, as it should be."""
import math

import torch
from torch import nn

torch.manual_seed(11)


def real_points(n, gen=None):
    k = torch.randint(0, 8, (n,), generator=gen).float() * (2 * math.pi / 8)
    centre = torch.stack([k.cos(), k.sin()], 1) * 2.0
    return centre + 0.05 * torch.randn(n, 2, generator=gen)


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 128), nn.LeakyReLU(0.2), nn.Linear(128, 128), nn.LeakyReLU(0.2),
                         nn.Linear(128, o))


Z, B, N_CRITIC, LAMBDA = 8, 256, 3, 1.0
G, D = mlp(Z, 2), mlp(2, 1)
opt_g = torch.optim.Adam(G.parameters(), lr=5e-4, betas=(0.0, 0.9))
opt_d = torch.optim.Adam(D.parameters(), lr=5e-4, betas=(0.0, 0.9))


def penalty(real, fake):
    a = torch.rand(len(real), 1)
    mid = (a * real + (1 - a) * fake).requires_grad_(True)
    grad, = torch.autograd.grad(D(mid).sum(), mid, create_graph=True)
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()


def energy_distance(a, b):
    return (2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()).item()


fresh = torch.Generator().manual_seed(999)
holdout = real_points(1000, fresh)          # never shown to the critic

with torch.no_grad():
    print("energy distance before:", round(energy_distance(G(torch.randn(1000, Z)), holdout), 4))

for it in range(1, 1001):
    for _ in range(N_CRITIC):
        real = real_points(B)
        with torch.no_grad():
            fake = G(torch.randn(B, Z))
        wasserstein = D(real).mean() - D(fake).mean()
        d_loss = -wasserstein + LAMBDA * penalty(real, fake)
        opt_d.zero_grad(set_to_none=True)
        d_loss.backward()
        opt_d.step()

    # the critic also collects gradients here; they are thrown away before its next step
    g_loss = -D(G(torch.randn(B, Z))).mean()
    opt_g.zero_grad(set_to_none=True)
    g_loss.backward()
    opt_g.step()

    if it % 250 == 0:
        with torch.no_grad():
            e = energy_distance(G(torch.randn(1000, Z)), holdout)
        print(f"{it:5d}  critic {d_loss.item():+.3f}  generator {g_loss.item():+.3f}  energy distance {e:.4f}")
