"""A tiny VAE for 8x8 digits (after the classic example), with KL warm-up and a validation ELBO (one sample of z per row)."""
import argparse
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class VAE(nn.Module):
    def __init__(self, d=64, hidden=128, latent=8):
        super().__init__()
        self.latent = latent
        self.enc = nn.Sequential(nn.Linear(d, hidden), nn.ReLU())
        self.mu = nn.Linear(hidden, latent)
        self.logvar = nn.Linear(hidden, latent)
        self.dec = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, d))

    def reparameterize(self, mu, logvar):
        return mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        return self.dec(self.reparameterize(mu, logvar)), mu, logvar

    @torch.no_grad()
    def sample(self, n):
        self.eval()
        z = torch.randn(n, self.latent, device=self.mu.weight.device)
        return torch.sigmoid(self.dec(z))


def vae_terms(logits, x, mu, logvar):
    """Reconstruction and KL, both summed over dimensions and averaged over the batch."""
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum") / x.size(0)
    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp()) / x.size(0)
    return rec, kl


def validate(model, loader):
    model.eval()
    rec_sum = kl_sum = n = 0.0
    with torch.no_grad():
        for (x,) in loader:
            logits, mu, logvar = model(x)
            rec, kl = vae_terms(logits, x, mu, logvar)
            rec_sum += rec.item() * x.size(0)
            kl_sum += kl.item() * x.size(0)
            n += x.size(0)
    return rec_sum / n, kl_sum / n


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--warmup-epochs", type=int, default=10, help="KL weight goes from 0.1 to 1 over these epochs")
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--latent", type=int, default=8)
    p.add_argument("--out", default="out/ih15")
    args = p.parse_args()

    torch.manual_seed(0)
    os.makedirs(args.out, exist_ok=True)

    x = (load_digits().data / 16.0).astype("float32")  # into [0, 1], fits the BCE
    x_train, x_val = train_test_split(x, test_size=0.2, random_state=0)
    train_dl = DataLoader(TensorDataset(torch.from_numpy(x_train)), batch_size=args.batch, shuffle=True)
    val_dl = DataLoader(TensorDataset(torch.from_numpy(x_val)), batch_size=256)

    model = VAE(latent=args.latent)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=args.epochs * len(train_dl))

    for epoch in range(1, args.epochs + 1):
        beta = min(1.0, 0.1 + 0.9 * (epoch - 1) / args.warmup_epochs)
        model.train()
        for (xb,) in train_dl:
            logits, mu, logvar = model(xb)
            rec, kl = vae_terms(logits, xb, mu, logvar)
            loss = rec + beta * kl
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()  # per batch, see T_max
        if epoch % 5 == 0:
            rec, kl = validate(model, val_dl)
            print(f"epoch {epoch:3d}  beta {beta:.2f}  val reconstruction {rec:.3f}  KL {kl:.3f}  sum {rec + kl:.3f}")

    # what would we get without any latent code?
    mean = torch.from_numpy(x_train.mean(axis=0)).clamp(1e-4, 1 - 1e-4)
    base = F.binary_cross_entropy(mean.expand(len(x_val), -1), torch.from_numpy(x_val), reduction="sum") / len(x_val)
    print(f"reconstruction from the mean image: {base.item():.3f}")

    np.save(os.path.join(args.out, "samples.npy"), model.sample(16).numpy().reshape(16, 8, 8))
    torch.save(model.state_dict(), os.path.join(args.out, "vae.pt"))


if __name__ == "__main__":
    main()
