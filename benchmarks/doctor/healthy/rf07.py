# GAN for a two-dimensional ring of eight Gaussians
import math
import torch
import torch.nn as nn

torch.manual_seed(11)
Z, B = 8, 256
angles = torch.arange(8) * (2 * math.pi / 8)
CENTRES = torch.stack([angles.cos(), angles.sin()], 1) * 2


def real_batch(n):
    return CENTRES[torch.randint(8, (n,))] + 0.1 * torch.randn(n, 2)


def mlp(i, o, h=64):
    return nn.Sequential(nn.Linear(i, h), nn.LeakyReLU(0.2), nn.Linear(h, h), nn.LeakyReLU(0.2), nn.Linear(h, o))


def report(step):
    gen.eval()
    with torch.no_grad():
        s = gen(torch.randn(1000, Z))
        d, nearest = torch.cdist(s, CENTRES).min(1)
    good = d < 0.5
    modes = nearest[good].bincount(minlength=8).gt(20).sum().item()
    print(f"{step:5d} D {d_loss.item():.3f} G {g_loss.item():.3f} near a centre {good.float().mean():.2f} modes {modes}/8")
    gen.train()


gen, disc = mlp(Z, 2), mlp(2, 1)
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(B, 1), torch.zeros(B, 1)

for step in range(1, 3001):
    # discriminator: the generator gets no gradient here
    fake = gen(torch.randn(B, Z)).detach()
    d_loss = bce(disc(real_batch(B)), ones) + bce(disc(fake), zeros)
    opt_d.zero_grad()
    d_loss.backward()
    opt_d.step()

    # generator: non-saturating loss
    g_loss = bce(disc(gen(torch.randn(B, Z))), ones)
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()

    if step % 500 == 0:
        report(step)
