import torch
from torch import nn

bce = nn.BCEWithLogitsLoss()
for real, _ in loader:
    n = real.size(0)
    fake = generator(torch.randn(n, latent_dim))

    # generator
    target = torch.ones(n, 1)
    g_loss = bce(discriminator(fake), target)
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()

    # discriminator
    d_real = bce(discriminator(real), target)
    target = torch.zeros(n, 1)
    d_fake = bce(discriminator(fake.detach()), target)
    opt_d.zero_grad()
    (d_real + d_fake).backward()
    opt_d.step()
