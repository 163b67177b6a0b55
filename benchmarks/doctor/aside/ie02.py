# Tiny GAN on a ring of eight blobs (2-d toy data)
import math
import os

import torch
import torch.nn as nn

torch.manual_seed(0)
OUT = "out/ie02"
os.makedirs(OUT, exist_ok=True)

Z = 8
BATCH = 128
STEPS = 1500


def real_batch(n):
    k = torch.randint(0, 8, (n,)).float()
    angle = 2 * math.pi * k / 8
    centers = torch.stack([torch.cos(angle), torch.sin(angle)], dim=1)
    return centers + 0.05 * torch.randn(n, 2)


def mlp(n_in, n_out):
    return nn.Sequential(
        nn.Linear(n_in, 64), nn.LeakyReLU(0.2),
        nn.Linear(64, 64), nn.LeakyReLU(0.2),
        nn.Linear(64, n_out),
    )


G = mlp(Z, 2)
D = mlp(2, 1)
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones = torch.ones(BATCH, 1)
zeros = torch.zeros(BATCH, 1)

for step in range(1, STEPS + 1):
    real = real_batch(BATCH)
    z = torch.randn(BATCH, Z)
    fake = G(z).detach()

    # discriminator
    opt_d.zero_grad()
    loss_d = bce(D(real), ones) + bce(D(fake), zeros)
    loss_d.backward()
    opt_d.step()

    # generator
    opt_g.zero_grad()
    loss_g = bce(D(fake), ones)
    loss_g.backward()
    opt_g.step()

    if step % 250 == 0:
        with torch.no_grad():
            sample = G(torch.randn(1000, Z))
            radius = sample.norm(dim=1)
        print(f"step {step:5d}  D {loss_d.item():.3f}  G {loss_g.item():.3f}  "
              f"mean radius {radius.mean():.3f} (should be about 1)")

torch.save(G.state_dict(), os.path.join(OUT, "generator.pt"))
