import torch
from torch import nn
from torch.distributions import Normal


class ScaleMixture(nn.Module):
    """The prior of "Weight uncertainty in neural networks"."""

    def __init__(self, pi=0.5, sigma1=1.0, sigma2=0.0025):
        super().__init__()
        self.pi = pi
        self.first = Normal(0.0, sigma1)
        self.second = Normal(0.0, sigma2)

    def log_prob(self, w):
        return torch.log(self.pi * self.first.log_prob(w).exp() + (1 - self.pi) * self.second.log_prob(w).exp()).sum()
