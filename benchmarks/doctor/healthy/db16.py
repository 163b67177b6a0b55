"""VAE on binarised digits, Bernoulli decoder, KL warm-up, importance-weighted estimate of log p(x) on unseen images."""
import argparse
import math
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.distributions import Bernoulli, Independent, Normal
from torch.utils.data import DataLoader, TensorDataset


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=60)
    p.add_argument("--warmup", type=int, default=15, help="epochs until the KL has its full weight")
    p.add_argument("--latent", type=int, default=6)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--out", default="out/db16")
    return p.parse_args()


class VAE(nn.Module):
    def __init__(self, latent):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 2 * latent))
        self.decoder = nn.Sequential(nn.Linear(latent, 128), nn.ReLU(), nn.Linear(128, 64))
        self.latent = latent

    def posterior(self, x):
        mu, raw = self.encoder(x).chunk(2, dim=-1)
        return Normal(mu, F.softplus(raw) + 1e-4)

    def forward(self, x):
        q = self.posterior(x)
        logits = self.decoder(q.rsample())
        rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(-1)
        kl = -(0.5 + q.scale.log() - 0.5 * (q.loc.square() + q.scale.square())).sum(-1)
        return rec, kl                                       # one number for each image, in nats

    @torch.no_grad()
    def iw_log_likelihood(self, x, k=64):
        q = self.posterior(x)
        z = q.sample((k,))
        prior = Normal(torch.zeros_like(z), torch.ones_like(z))
        log_px = Independent(Bernoulli(logits=self.decoder(z)), 1).log_prob(x.expand(k, *x.shape))
        log_w = log_px + prior.log_prob(z).sum(-1) - q.log_prob(z).sum(-1)
        return torch.logsumexp(log_w, dim=0) - math.log(k)


def batches():
    images = torch.tensor(load_digits().images, dtype=torch.float32).flatten(1)
    images = torch.unique((images > 7).float(), dim=0)        # the same binary image must not be in two splits
    images = images[torch.randperm(len(images), generator=torch.Generator().manual_seed(0))]
    n_test = len(images) // 6
    test, valid, train = images[:n_test], images[n_test:2 * n_test], images[2 * n_test:]
    return DataLoader(TensorDataset(train), batch_size=64, shuffle=True), valid, test


def main():
    args = parse()
    torch.manual_seed(0)
    train_loader, valid, test = batches()
    vae = VAE(args.latent)
    optim = torch.optim.Adam(vae.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        beta = min(1.0, (epoch + 1) / args.warmup)
        vae.train()
        for (x,) in train_loader:
            rec, kl = vae(x)
            loss = (rec + beta * kl).mean()
            for p in vae.parameters():
                p.grad = None
            loss.backward()
            optim.step()

        if (epoch + 1) % 10 == 0:
            vae.eval()
            with torch.no_grad():
                rec, kl = vae(valid)
            print(f"epoch {epoch + 1:3d}  beta {beta:.2f}  valid: rec {rec.mean():.2f}  kl {kl.mean():.2f}  -elbo {(rec + kl).mean():.2f}")

    vae.eval()
    base = train_loader.dataset.tensors[0].mean(0).clamp(1e-3, 1 - 1e-3)
    print("test log p(x), independent pixels:", round(Independent(Bernoulli(base), 1).log_prob(test).mean().item(), 2))
    print("test log p(x), vae (64 samples) :", round(vae.iw_log_likelihood(test).mean().item(), 2))
    os.makedirs(args.out, exist_ok=True)
    torch.save(vae.state_dict(), os.path.join(args.out, "vae.pt"))


if __name__ == "__main__":
    main()
