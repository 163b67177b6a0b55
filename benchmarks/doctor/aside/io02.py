"""A variational autoencoder for the 8x8 digits, trained on a CPU in a few seconds."""
import argparse
from pathlib import Path

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class VAE(nn.Module):
    def __init__(self, n_pixels=64, hidden=128, latent=6):
        super().__init__()
        self.latent = latent
        self.encoder = nn.Sequential(nn.Linear(n_pixels, hidden), nn.ReLU())
        self.to_mu = nn.Linear(hidden, latent)
        self.to_logvar = nn.Linear(hidden, latent)
        self.decoder = nn.Sequential(
            nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, n_pixels)
        )

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + std * torch.randn_like(std)

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.to_mu(h), self.to_logvar(h)
        return self.decoder(self.reparameterize(mu, logvar)), mu, logvar


def elbo_terms(logits, x, mu, logvar):
    """Reconstruction and KL(q(z|x) || N(0, I)), both summed over the batch."""
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    kld = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return rec, kld


def run_epoch(model, loader, optimizer=None):
    model.train(optimizer is not None)
    total_rec = total_kld = 0.0
    with torch.set_grad_enabled(optimizer is not None):
        for (x,) in loader:
            logits, mu, logvar = model(x)
            rec, kld = elbo_terms(logits, x, mu, logvar)
            loss = (rec + kld) / x.size(0)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            total_rec += rec.item()
            total_kld += kld.item()
    n = len(loader.dataset)
    return total_rec / n, total_kld / n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=30)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--out", default="out/io02")
    args = ap.parse_args()

    torch.manual_seed(0)
    images = load_digits().data.astype("float32") / 16.0
    train, valid = train_test_split(images, test_size=0.2, random_state=0)
    train_dl = DataLoader(TensorDataset(torch.from_numpy(train)), batch_size=64, shuffle=True)
    valid_dl = DataLoader(TensorDataset(torch.from_numpy(valid)), batch_size=256)

    model = VAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(1, args.epochs + 1):
        rec, kld = run_epoch(model, train_dl, optimizer)
        vrec, vkld = run_epoch(model, valid_dl)
        print(f"{epoch:3d} train rec {rec:8.2f} kl {kld:8.2f} | valid rec {vrec:8.2f} kl {vkld:8.2f}")

    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    model.eval()
    with torch.no_grad():
        drawn = torch.sigmoid(model.decoder(torch.randn(16, model.latent)))
    torch.save({"model": model.state_dict(), "samples": drawn}, out / "vae.pt")


if __name__ == "__main__":
    main()
