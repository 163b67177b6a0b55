import torch
from torch.distributions import Normal, kl_divergence

q = Normal(mu, std)
p = Normal(torch.zeros_like(mu), torch.ones_like(std))
z = q.rsample()
bce = torch.nn.functional.binary_cross_entropy(decoder(z), x, reduction="sum")
loss = bce - beta * kl_divergence(q, p).sum()
