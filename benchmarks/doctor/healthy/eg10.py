# A little GAN that learns a tilted two-dimensional normal distribution.
import torch
import torch.nn as nn

torch.manual_seed(0)
LATENT = 4
BATCH = 256
STEPS = 4000

mean = torch.tensor([0.5, -0.3])
chol = torch.tensor([[0.8, 0.0], [0.5, 0.4]])


def real_batch(n):
    return mean + torch.randn(n, 2) @ chol.T


def mlp(n_in, n_out):
    return nn.Sequential(
        nn.Linear(n_in, 64), nn.LeakyReLU(0.2), nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, n_out)
    )


G, D = mlp(LATENT, 2), mlp(2, 1)
opt_g = torch.optim.Adam(G.parameters(), lr=2e-4, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=2e-4, betas=(0.5, 0.999))
decay_g = torch.optim.lr_scheduler.LinearLR(opt_g, start_factor=1.0, end_factor=0.05, total_iters=STEPS)
decay_d = torch.optim.lr_scheduler.LinearLR(opt_d, start_factor=1.0, end_factor=0.05, total_iters=STEPS)
bce = nn.BCEWithLogitsLoss()
ones, zeros = torch.ones(BATCH, 1), torch.zeros(BATCH, 1)

for step in range(1, STEPS + 1):
    # discriminator
    fake = G(torch.randn(BATCH, LATENT))
    loss_d = bce(D(real_batch(BATCH)), ones) + bce(D(fake.detach()), zeros)
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    # generator
    loss_g = bce(D(fake), ones)
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

    decay_d.step()
    decay_g.step()
    if step % 500 == 0:
        with torch.no_grad():
            sample = G(torch.randn(5000, LATENT))
        gap = (sample.mean(0) - mean).abs().max().item()
        print(f"{step:5d}  D {loss_d.item():.3f}  G {loss_g.item():.3f}  mean off by {gap:.3f}")

with torch.no_grad():
    sample = G(torch.randn(20000, LATENT))
fresh = real_batch(20000)
print("generated mean", sample.mean(0).tolist(), "real", fresh.mean(0).tolist())
print("generated cov\n", torch.cov(sample.T), "\nreal cov\n", torch.cov(fresh.T))
