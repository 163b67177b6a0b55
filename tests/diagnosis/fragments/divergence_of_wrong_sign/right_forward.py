import torch
from torch import nn


class VAE(nn.Module):
    def forward(self, x):
        """The evidence lower bound of each row."""
        mean, log_var = self.encode(x)
        z = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        return self.log_likelihood(x, z) + 0.5 * (1 + log_var - mean.pow(2) - log_var.exp()).sum(1)


for x in loader:
    bound = vae(x).mean()
    loss = -bound
    loss.backward()
