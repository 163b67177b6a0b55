import torch
import torch.nn.functional as F


def warm_up_discriminator(real, G, D, opt_d):
    with torch.no_grad():
        fake = G(torch.randn(len(real), 64))
    loss = F.softplus(-D(real)).mean() + F.binary_cross_entropy_with_logits(D(fake), torch.zeros(len(real), 1))
    opt_d.zero_grad()
    loss.backward()
    opt_d.step()


def train_both(real, G, D, opt_g, opt_d):
    fake = G(torch.randn(len(real), 64))
    loss = F.softplus(-D(real)).mean() + F.binary_cross_entropy_with_logits(D(fake.detach()), torch.zeros(len(real), 1))
    opt_d.zero_grad()
    loss.backward()
    opt_d.step()
    g_loss = F.softplus(-D(fake)).mean()
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()
