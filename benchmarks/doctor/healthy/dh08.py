import argparse

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset, random_split


class VAE(nn.Module):
    def __init__(self, latent):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ReLU())
        self.mu = nn.Linear(128, latent)
        self.logvar = nn.Linear(128, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, 128), nn.ReLU(), nn.Linear(128, 64))

    def forward(self, x):
        h = self.body(x)
        mu, logvar = self.mu(h), self.logvar(h)
        # noise only while learning; the evaluation uses the mean of the posterior
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp() if self.training else mu
        return self.decoder(z), mu, logvar


def elbo(logits, x, mu, logvar):
    """Nats per picture: SUMMED over the pixels and the latent axes, so 20-40 is an ordinary value."""
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(1)
    kl = -0.5 * (1 + logvar - mu.square() - logvar.exp()).sum(1)
    return rec, kl


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--latent", type=int, default=8)
    ap.add_argument("--epochs", type=int, default=40)
    ap.add_argument("--warm", type=int, default=10, help="epochs until the KL term counts in full")
    args = ap.parse_args()

    torch.manual_seed(1)
    pictures = torch.tensor(load_digits().data / 16.0, dtype=torch.float32)
    train, held = random_split(TensorDataset(pictures), [1500, len(pictures) - 1500],
                               generator=torch.Generator().manual_seed(1))
    loader = DataLoader(train, batch_size=100, shuffle=True)
    held_loader = DataLoader(held, batch_size=300)

    vae = VAE(args.latent)
    opt = torch.optim.Adam(vae.parameters(), lr=2e-3)
    for epoch in range(1, args.epochs + 1):
        beta = min(1.0, epoch / args.warm)
        vae.train()
        for (x,) in loader:
            logits, mu, logvar = vae(x)
            rec, kl = elbo(logits, x, mu, logvar)
            loss = (rec + beta * kl).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        if epoch % 5 == 0:
            vae.eval()
            r = k = n = 0
            with torch.no_grad():
                for (x,) in held_loader:
                    logits, mu, logvar = vae(x)
                    rec, kl = elbo(logits, x, mu, logvar)
                    r, k, n = r + rec.sum().item(), k + kl.sum().item(), n + len(x)
            print(f"epoch {epoch:3d} beta {beta:.1f}  held-out: reconstruction {r / n:.2f}  kl {k / n:.2f}")


if __name__ == "__main__":
    main()
