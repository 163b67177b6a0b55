import torch
from torch.distributions import Normal, kl_divergence

mu, log_var = encoder(x).chunk(2, dim=1)
q = Normal(mu, torch.exp(log_var))
z = q.rsample()
loss = reconstruction(decoder(z), x) + kl_divergence(q, Normal(0.0, 1.0)).sum(1).mean()
