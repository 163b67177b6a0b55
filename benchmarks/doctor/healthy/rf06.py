"""A variational autoencoder on the 8x8 digits."""
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, random_split


@dataclass
class Config:
    latent: int = 8
    hidden: int = 128
    epochs: int = 64
    batch_size: int = 100
    lr: float = 3e-3
    warmup_epochs: int = 10  # KL weight grows from 0 to 1

class VAE(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.enc = nn.Linear(64, cfg.hidden)
        self.mu = nn.Linear(cfg.hidden, cfg.latent)
        self.logvar = nn.Linear(cfg.hidden, cfg.latent)
        self.dec = nn.Sequential(nn.Linear(cfg.latent, cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, 64))

    def forward(self, x):
        h = F.relu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.dec(z), mu, logvar


def elbo_terms(logits, x, mu, logvar):
    """Reconstruction and KL, each summed over dimensions and averaged over the batch."""
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(1).mean()
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1).mean()
    return rec, kl


cfg = Config()
torch.manual_seed(0)
data = torch.tensor(load_digits().data / 16.0, dtype=torch.float32)
train_ds, test_ds = random_split(data, [1497, 300], generator=torch.Generator().manual_seed(0))
train_loader = DataLoader(train_ds, cfg.batch_size, shuffle=True)
test_x = torch.stack(list(test_ds))

vae = VAE(cfg)
opt = torch.optim.Adam(vae.parameters(), lr=cfg.lr)
for epoch in range(cfg.epochs):
    vae.train()
    beta = min(1.0, epoch / cfg.warmup_epochs)
    for x in train_loader:
        logits, mu, logvar = vae(x)
        rec, kl = elbo_terms(logits, x, mu, logvar)
        opt.zero_grad()
        (rec + beta * kl).backward()
        opt.step()
    if epoch % 8 == 7:
        vae.eval()
        with torch.no_grad():
            logits, mu, logvar = vae(test_x)
            rec, kl = elbo_terms(logits, test_x, mu, logvar)
        print(f"epoch {epoch + 1:3d} beta {beta:.1f} test rec {rec:.2f} kl {kl:.2f} -elbo {rec + kl:.2f}")

with torch.no_grad():
    samples = torch.sigmoid(vae.dec(torch.randn(3, cfg.latent)))
for row in samples[0].view(8, 8):
    print("".join(" .:*#"[int(4.99 * v)] for v in row))
