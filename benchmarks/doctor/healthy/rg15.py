# A tiny GAN: learn a noisy ring in the plane
import math

import torch
import torch.nn as nn

torch.manual_seed(4)
Z = 4
BATCH = 256
STEPS = 3000


def real_batch(n):
    angle = 2 * math.pi * torch.rand(n)
    radius = 2.0 + 0.1 * torch.randn(n)
    return torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1)


G = nn.Sequential(nn.Linear(Z, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
D = nn.Sequential(nn.Linear(2, 64), nn.LeakyReLU(0.2), nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=5e-4, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(BATCH, 1), torch.zeros(BATCH, 1)


@torch.no_grad()
def ring_stats(n=4000):
    pts = G(torch.randn(n, Z))
    r = pts.norm(dim=1)
    sector = ((torch.atan2(pts[:, 1], pts[:, 0]) + math.pi) / (2 * math.pi) * 8).long().clamp(max=7)
    share = torch.bincount(sector, minlength=8) / n
    return r.mean().item(), r.std().item(), share


print("before: radius mean %.3f std %.3f" % ring_stats()[:2])
for step in range(1, STEPS + 1):
    # discriminator
    fake = G(torch.randn(BATCH, Z))
    loss_d = bce(D(real_batch(BATCH)), ones) + bce(D(fake.detach()), zeros)
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    # generator
    loss_g = bce(D(G(torch.randn(BATCH, Z))), ones)
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

    if step % 500 == 0:
        m, s, share = ring_stats()
        print(f"{step:5d}  D {loss_d.item():.3f}  G {loss_g.item():.3f}  radius {m:.3f} +- {s:.3f}  "
              f"emptiest sector {share.min():.3f}")

m, s, share = ring_stats()
print(f"real 2.000 +- 0.100, generated {m:.3f} +- {s:.3f}")
print("share of the eight sectors", [round(x, 3) for x in share.tolist()])
