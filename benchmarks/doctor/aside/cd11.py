import os

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader

torch.manual_seed(0)
OUT = "out/cd11"
LATENT = 8


class VAE(nn.Module):
    def __init__(self, n_pixels=64, n_hidden=128, n_latent=LATENT):
        super().__init__()
        self.n_latent = n_latent
        self.enc = nn.Sequential(nn.Linear(n_pixels, n_hidden), nn.ReLU())
        self.to_mu = nn.Linear(n_hidden, n_latent)
        self.to_logvar = nn.Linear(n_hidden, n_latent)
        self.dec = nn.Sequential(nn.Linear(n_latent, n_hidden), nn.ReLU(), nn.Linear(n_hidden, n_pixels))

    def encode(self, x):
        h = self.enc(x)
        return self.to_mu(h), self.to_logvar(h)

    def reparameterize(self, mu, logvar):
        return mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)

    def forward(self, x):
        mu, logvar = self.encode(x)
        return self.dec(self.reparameterize(mu, logvar)), mu, logvar

    @torch.no_grad()
    def sample(self, n):
        self.eval()
        return torch.sigmoid(self.dec(torch.randn(n, self.n_latent)))


def elbo_loss(logits, x, mu, logvar):
    """Both terms are summed over pixels / latents and averaged over the batch."""
    recon = F.binary_cross_entropy_with_logits(logits, x, reduction="sum") / len(x)
    kld = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp()) / len(x)
    return recon + kld, recon, kld


def epoch_pass(model, loader, optimizer=None):
    model.train(optimizer is not None)
    sums = torch.zeros(3)
    n = 0
    for x in loader:
        with torch.set_grad_enabled(optimizer is not None):
            logits, mu, logvar = model(x)
            loss, recon, kld = elbo_loss(logits, x, mu, logvar)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        sums += torch.tensor([loss.item(), recon.item(), kld.item()]) * len(x)
        n += len(x)
    return (sums / n).tolist()


images = torch.tensor(load_digits().data / 16.0, dtype=torch.float32)
train_rows, valid_rows = train_test_split(range(len(images)), test_size=0.2, random_state=0)
train_loader = DataLoader(images[train_rows], batch_size=64, shuffle=True)
valid_loader = DataLoader(images[valid_rows], batch_size=128)

vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=1e-3)

for epoch in range(1, 41):
    tr = epoch_pass(vae, train_loader, opt)
    if epoch % 5 == 0 or epoch == 1:
        va = epoch_pass(vae, valid_loader)
        print("epoch {:2d}  train {:.2f} (recon {:.2f}, kl {:.2f})".format(epoch, *tr),
              " valid {:.2f} (recon {:.2f}, kl {:.2f})".format(*va))

os.makedirs(OUT, exist_ok=True)
torch.save(vae.state_dict(), os.path.join(OUT, "vae.pt"))
torch.save(vae.sample(16).reshape(-1, 8, 8), os.path.join(OUT, "samples.pt"))
