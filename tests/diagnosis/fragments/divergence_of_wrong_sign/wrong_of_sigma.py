import torch


def kl_term(mu, sigma):
    return 0.5 * torch.sum(1 + torch.log(sigma**2) - mu**2 - sigma**2, dim=1).mean()


loss = reconstruction(x_hat, x) + kl_term(mu, sigma)
loss.backward()
