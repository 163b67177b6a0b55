# %% [markdown]
# # Vanilla GAN on a ring of eight Gaussians

# %%
import math
import os

import torch
from torch import nn

torch.manual_seed(42)
os.makedirs("out/db04", exist_ok=True)


# %%
def sample_ring(n, modes=8, radius=2.0, sd=0.05):
    k = torch.randint(0, modes, (n,)).float()
    ang = 2 * math.pi * k / modes
    centre = torch.stack([ang.cos(), ang.sin()], dim=1) * radius
    return centre + sd * torch.randn(n, 2)


def mlp(n_in, n_out, width=64):
    return nn.Sequential(
        nn.Linear(n_in, width), nn.LeakyReLU(0.2),
        nn.Linear(width, width), nn.LeakyReLU(0.2),
        nn.Linear(width, n_out),
    )


# %%
Z = 8
BATCH = 256
STEPS = 1500

G = mlp(Z, 2)
D = mlp(2, 1)
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()

ones = torch.ones(BATCH, 1)
zeros = torch.zeros(BATCH, 1)

# %%
history = []
for step in range(1, STEPS + 1):
    real = sample_ring(BATCH)
    fake = G(torch.randn(BATCH, Z))

    # discriminator
    p_real = D(real)
    p_fake = D(fake)
    loss_d = bce(p_real, ones) + bce(p_fake, zeros)
    opt_d.zero_grad()
    loss_d.backward(retain_graph=True)
    opt_d.step()

    # generator, non-saturating loss
    loss_g = bce(p_fake, ones)
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

    history.append((loss_d.item(), loss_g.item()))
    if step % 250 == 0:
        print(f"{step:5d}  D {loss_d.item():.3f}  G {loss_g.item():.3f}")

# %%
with torch.no_grad():
    x = G(torch.randn(2000, Z))
ang = torch.arange(8) * 2 * math.pi / 8
centres = torch.stack([ang.cos(), ang.sin()], dim=1) * 2.0
d, who = torch.cdist(x, centres).min(dim=1)
print("high-quality samples:", (d < 0.2).float().mean().item())
print("modes hit:", who[d < 0.2].unique().numel(), "of 8")
torch.save({"G": G.state_dict(), "history": history}, "out/db04/gan.pt")
