"""Small convolution-free VAE on sklearn's 8x8 digits (Bernoulli decoder on [0, 1] grey values).

Objective: negative ELBO in nats per image, KL weight warmed up linearly for the first epochs.
"""
import copy
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass(frozen=True)
class Config:
    latent: int = 8
    hidden: int = 256
    batch_size: int = 64
    epochs: int = 40
    warmup: int = 10
    lr: float = 1e-3
    seed: int = 11
    out: Path = Path("outputs/l01")


class VAE(nn.Module):
    def __init__(self, d_in: int, hidden: int, latent: int):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d_in, hidden), nn.SiLU(), nn.Linear(hidden, hidden), nn.SiLU())
        self.to_mu = nn.Linear(hidden, latent)
        self.to_logvar = nn.Linear(hidden, latent)
        self.decoder = nn.Sequential(
            nn.Linear(latent, hidden), nn.SiLU(), nn.Linear(hidden, hidden), nn.SiLU(), nn.Linear(hidden, d_in)
        )

    def encode(self, x):
        h = self.encoder(x)
        return self.to_mu(h), self.to_logvar(h)

    def forward(self, x):
        mu, logvar = self.encode(x)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.decoder(z), mu, logvar


def elbo_terms(logits, x, mu, logvar):
    """Reconstruction and KL: summed over pixels / latents, averaged over the images."""
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(dim=1).mean()
    kl = (-0.5 * (1 + logvar - mu.pow(2) - logvar.exp())).sum(dim=1).mean()
    return rec, kl


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    rec_sum = kl_sum = n = 0.0
    for (x,) in loader:
        logits, mu, logvar = model(x)
        rec, kl = elbo_terms(logits, x, mu, logvar)
        rec_sum += rec.item() * len(x)
        kl_sum += kl.item() * len(x)
        n += len(x)
    return rec_sum / n, kl_sum / n


def main(cfg: Config = Config()):
    random.seed(cfg.seed)
    np.random.seed(cfg.seed)
    torch.manual_seed(cfg.seed)
    torch.set_num_threads(1)
    cfg.out.mkdir(parents=True, exist_ok=True)

    images = torch.tensor(load_digits().data, dtype=torch.float32) / 16.0
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(cfg.seed))
    n_val, n_test = 250, 250
    val, test, train = images[order[:n_val]], images[order[n_val:n_val + n_test]], images[order[n_val + n_test:]]
    train_loader = DataLoader(TensorDataset(train), batch_size=cfg.batch_size, shuffle=True, drop_last=True)
    val_loader = DataLoader(TensorDataset(val), batch_size=250)
    test_loader = DataLoader(TensorDataset(test), batch_size=250)

    model = VAE(images.shape[1], cfg.hidden, cfg.latent)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)

    # reference: independent pixels with the training mean
    mean = train.mean(dim=0).clamp(1e-4, 1 - 1e-4)
    baseline = F.binary_cross_entropy(mean.expand_as(val), val, reduction="none").sum(1).mean().item()
    print(f"mean-image baseline on validation: {baseline:.2f} nats")

    best, best_state = float("inf"), None
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        beta = min(1.0, epoch / cfg.warmup)
        running = 0.0
        for (x,) in train_loader:
            logits, mu, logvar = model(x)
            rec, kl = elbo_terms(logits, x, mu, logvar)
            loss = rec + beta * kl
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 50.0)
            optimizer.step()
            running += loss.item()
        rec, kl = evaluate(model, val_loader)  # always the full ELBO, whatever beta is
        if rec + kl < best:
            best, best_state = rec + kl, copy.deepcopy(model.state_dict())
        if epoch % 5 == 0 or epoch == 1:
            print(f"epoch {epoch:3d} beta {beta:.2f} train {running / len(train_loader):.2f} "
                  f"| val -ELBO {rec + kl:.2f} (rec {rec:.2f}, kl {kl:.2f})")

    model.load_state_dict(best_state)
    rec, kl = evaluate(model, test_loader)
    print(f"best val -ELBO {best:.2f}; test -ELBO {rec + kl:.2f} (baseline {baseline:.2f})")
    torch.save(best_state, cfg.out / "vae.pt")
    with torch.no_grad():
        samples = torch.sigmoid(model.decoder(torch.randn(16, cfg.latent)))
    np.save(cfg.out / "samples.npy", samples.view(-1, 8, 8).numpy())


if __name__ == "__main__":
    main()
