# Small GAN on eight Gaussians in a ring
import math
import os

import torch
from torch import nn

torch.manual_seed(3)
torch.set_num_threads(2)
out_dir = "out/ij03"
os.makedirs(out_dir, exist_ok=True)

Z = 8
BATCH = 256
STEPS = 2500


def real_batch(n):
    k = torch.randint(0, 8, (n,))
    angle = k * (2 * math.pi / 8)
    centers = torch.stack([torch.cos(angle), torch.sin(angle)], dim=1) * 2.0
    return centers + 0.1 * torch.randn(n, 2)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(Z, 96), nn.ReLU(),
            nn.Linear(96, 96), nn.ReLU(),
            nn.Linear(96, 2),
        )

    def forward(self, z):
        return self.layers(z)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(2, 96), nn.LeakyReLU(0.2),
            nn.Linear(96, 96), nn.LeakyReLU(0.2),
            nn.Linear(96, 1),
        )

    def forward(self, x):
        return self.layers(x)


G, D = Generator(), Critic()
opt_g = torch.optim.Adam(G.parameters(), lr=5e-4, betas=(0.5, 0.99))
opt_d = torch.optim.Adam(D.parameters(), lr=5e-4, betas=(0.5, 0.99))
bce = nn.BCEWithLogitsLoss()
ones = torch.ones(BATCH, 1)
zeros = torch.zeros(BATCH, 1)


@torch.no_grad()
def report(step, loss_d, loss_g):
    G.eval()
    x = G(torch.randn(2000, Z))
    G.train()
    angle = torch.arange(8) * (2 * math.pi / 8)
    centers = torch.stack([torch.cos(angle), torch.sin(angle)], dim=1) * 2.0
    dist, which = torch.cdist(x, centers).min(dim=1)
    good = dist < 0.4
    modes = which[good].unique().numel()
    print(f"{step:5d}  D {loss_d:.3f}  G {loss_g:.3f}  close to a center: {good.float().mean():.2f}  modes: {modes}/8")


for step in range(1, STEPS + 1):
    # --- discriminator
    real = real_batch(BATCH)
    fake = G(torch.randn(BATCH, Z)).detach()
    loss_d = bce(D(real), ones) + bce(D(fake), zeros)
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    # --- generator
    loss_g = bce(D(fake), ones)
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

    if step % 250 == 0:
        report(step, loss_d.item(), loss_g.item())

torch.save(G.state_dict(), os.path.join(out_dir, "generator.pt"))
