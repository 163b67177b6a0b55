# GAN on a ring of eight Gaussians
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.parametrizations import spectral_norm

torch.manual_seed(5)
Z_DIM, BATCH, STEPS, MODES, STD = 8, 256, 3000, 8, 0.1


def real_batch(n):
    angle = 2 * math.pi * torch.randint(MODES, (n,)) / MODES
    centers = 2 * torch.stack([angle.cos(), angle.sin()], dim=1)
    return centers + STD * torch.randn(n, 2)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(Z_DIM, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 2)
        )

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(2, 128), nn.LeakyReLU(0.2),
            spectral_norm(nn.Linear(128, 128)), nn.LeakyReLU(0.2),
            nn.Linear(128, 1),
        )

    def forward(self, x):
        return self.net(x).squeeze(1)


def d_loss_fn(d, real, fake, gamma=0.1):
    """non-saturating loss with an R1 penalty on the real points"""
    real = real.requires_grad_(True)
    on_real, on_fake = d(real), d(fake)
    (grad,) = torch.autograd.grad(on_real.sum(), real, create_graph=True)
    r1 = grad.pow(2).sum(1).mean()
    return F.softplus(-on_real).mean() + F.softplus(on_fake).mean() + 0.5 * gamma * r1


@torch.no_grad()
def quality(g, n=4000):
    g.eval()
    x = g(torch.randn(n, Z_DIM))
    g.train()
    angle = 2 * math.pi * torch.arange(MODES) / MODES
    centers = 2 * torch.stack([angle.cos(), angle.sin()], dim=1)
    dist, which = torch.cdist(x, centers).min(dim=1)
    good = dist < 4 * STD
    counts = torch.bincount(which[good], minlength=MODES)
    return good.float().mean().item(), int((counts > 0.02 * n).sum())


G, D = Generator(), Discriminator()
ema = torch.optim.swa_utils.AveragedModel(G, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995))
opt_g = torch.optim.Adam(G.parameters(), lr=5e-4, betas=(0.5, 0.99))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.99))

for step in range(1, STEPS + 1):
    # --- discriminator
    with torch.no_grad():
        fake = G(torch.randn(BATCH, Z_DIM))
    loss_d = d_loss_fn(D, real_batch(BATCH), fake)
    opt_d.zero_grad(set_to_none=True)
    loss_d.backward()
    opt_d.step()

    # --- generator; D is only passed through here
    D.requires_grad_(False)
    loss_g = F.softplus(-D(G(torch.randn(BATCH, Z_DIM)))).mean()
    opt_g.zero_grad(set_to_none=True)
    loss_g.backward()
    opt_g.step()
    D.requires_grad_(True)
    ema.update_parameters(G)

    if step % 500 == 0:
        share, modes = quality(ema)
        print(f"{step:5d}  D {loss_d.item():.3f}  G {loss_g.item():.3f}  close to a mode {share:.2f}  modes {modes}/8")
