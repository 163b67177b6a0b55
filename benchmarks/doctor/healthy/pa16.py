import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)
BATCH, NOISE = 128, 4


def real_samples(n):
    """points on a ring of radius 2 around (1, -1)"""
    angle = torch.rand(n) * 2 * torch.pi
    r = 2 + 0.1 * torch.randn(n)
    return torch.stack([1 + r * torch.cos(angle), -1 + r * torch.sin(angle)], dim=1)


G = nn.Sequential(nn.Linear(NOISE, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
D = nn.Sequential(nn.Linear(2, 64), nn.LeakyReLU(0.2), nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))
opt_g = torch.optim.Adam(G.parameters(), lr=1e-3, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=1e-3, betas=(0.5, 0.999))
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(BATCH, 1), torch.zeros(BATCH, 1)

for step in range(1, 4001):
    # discriminator
    real = real_samples(BATCH)
    fake = G(torch.randn(BATCH, NOISE))
    loss_d = bce(D(real), ones) + bce(D(fake.detach()), zeros)
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    # generator
    fake = G(torch.randn(BATCH, NOISE))
    loss_g = bce(D(fake), ones)
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

    if step % 500 == 0:
        with torch.no_grad():
            pts = G(torch.randn(1000, NOISE))
        radius = (pts - torch.tensor([1.0, -1.0])).norm(dim=1)
        print(f"step {step:5d} | D {loss_d.item():.3f} | G {loss_g.item():.3f} | centre "
              f"({pts[:, 0].mean():+.2f}, {pts[:, 1].mean():+.2f}) | radius {radius.mean():.2f} +- {radius.std():.2f}")
