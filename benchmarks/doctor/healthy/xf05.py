# Simple GAN that learns a 2-d ring of points
import math

import torch
from torch import nn

torch.manual_seed(0)
NOISE_DIM = 8
BATCH = 128


def real_batch(n):
    angle = torch.rand(n) * 2 * math.pi
    radius = 2.0 + 0.1 * torch.randn(n)
    return torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1)


def mlp(n_in, n_out, act):
    return nn.Sequential(nn.Linear(n_in, 64), act, nn.Linear(64, 64), act, nn.Linear(64, n_out))


G = mlp(NOISE_DIM, 2, nn.ReLU())
D = mlp(2, 1, nn.LeakyReLU(0.2))
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones = torch.ones(BATCH, 1)
zeros = torch.zeros(BATCH, 1)


def d_step():
    real = real_batch(BATCH)
    fake = G(torch.randn(BATCH, NOISE_DIM)).detach()
    loss = bce(D(real), ones) + bce(D(fake), zeros)
    opt_d.zero_grad()
    loss.backward()
    opt_d.step()
    return loss.item()


def g_step():
    fake = G(torch.randn(BATCH, NOISE_DIM))
    loss = bce(D(fake), ones)
    opt_g.zero_grad()
    loss.backward()
    opt_g.step()
    return loss.item()


def report(step, d_loss, g_loss):
    with torch.no_grad():
        r = G(torch.randn(2000, NOISE_DIM)).norm(dim=1)
    print(f"step {step:5d}  D {d_loss:.3f}  G {g_loss:.3f}  radius of fakes {r.mean():.3f} +- {r.std():.3f}")


for step in range(1, 2001):
    d_loss = d_step()
    g_loss = g_step()
    if step % 400 == 0:
        report(step, d_loss, g_loss)
print("wanted: radius 2.000 +- 0.100")
