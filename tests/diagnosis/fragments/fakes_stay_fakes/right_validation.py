import torch
from torch import nn

criterion = nn.BCELoss()


def train_step(real, G, D, opt_g, opt_d):
    n = real.size(0)
    fake = G(torch.randn(n, 100))
    loss_d = criterion(D(real), torch.full((n, 1), 0.9)) + criterion(D(fake.detach()), torch.zeros(n, 1))
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()
    loss_g = criterion(D(fake), torch.full((n, 1), 1.0))
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()


@torch.no_grad()
def validation_loss(real, G, D):
    n = real.size(0)
    fake = G(torch.randn(n, 100))
    return criterion(D(real), torch.ones(n, 1)) + criterion(D(fake), torch.zeros(n, 1))
