import torch


def loss_function(recon, x, mu, logvar):
    bce = torch.nn.functional.binary_cross_entropy(recon, x, reduction="sum")
    kld = (1 + logvar - mu.pow(2) - logvar.exp()).sum().mul(-0.5)
    return bce + kld
