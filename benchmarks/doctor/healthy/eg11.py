"""Variational autoencoder for 8x8 digits."""
import pathlib

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset, random_split


class VAE(nn.Module):
    def __init__(self, d=64, h=128, z=8):
        super().__init__()
        self.z = z
        self.enc = nn.Sequential(nn.Linear(d, h), nn.ReLU())
        self.mu = nn.Linear(h, z)
        self.logvar = nn.Linear(h, z)
        self.dec = nn.Sequential(nn.Linear(z, h), nn.ReLU(), nn.Linear(h, d))

    def reparameterize(self, mu, logvar):
        if not self.training:
            return mu
        return mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        return self.dec(self.reparameterize(mu, logvar)), mu, logvar

    @torch.no_grad()
    def sample(self, n):
        return torch.sigmoid(self.dec(torch.randn(n, self.z)))


def parts(logits, x, mu, logvar):
    """Summed over pixels and latents, so both terms have the same unit (nats a picture)."""
    recon = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return recon, kl


def run(model, loader, optimizer=None, beta=1.0):
    model.train(optimizer is not None)
    n, r_sum, k_sum = 0, 0.0, 0.0
    with torch.set_grad_enabled(optimizer is not None):
        for (x,) in loader:
            recon, kl = parts(*_with_input(model, x))
            if optimizer is not None:
                optimizer.zero_grad()
                ((recon + beta * kl) / len(x)).backward()
                optimizer.step()
            n += len(x)
            r_sum += recon.item()
            k_sum += kl.item()
    return r_sum / n, k_sum / n


def _with_input(model, x):
    logits, mu, logvar = model(x)
    return logits, x, mu, logvar


if __name__ == "__main__":
    torch.manual_seed(1)
    pixels = torch.tensor(load_digits().data / 16, dtype=torch.float32)
    train_set, test_set = random_split(
        TensorDataset(pixels), [0.8, 0.2], generator=torch.Generator().manual_seed(1)
    )
    train_dl = DataLoader(train_set, batch_size=64, shuffle=True)
    test_dl = DataLoader(test_set, batch_size=256)

    vae = VAE()
    opt = optim.Adam(vae.parameters(), lr=2e-3)
    for epoch in range(40):
        beta = min(1.0, (epoch + 1) / 10)        # KL comes in over ten epochs
        r, k = run(vae, train_dl, opt, beta)
        if epoch % 5 == 4:
            rt, kt = run(vae, test_dl)
            print(f"{epoch + 1:3d} train {r:.2f}+{k:.2f}   test (at the mean) {rt:.2f}+{kt:.2f}")

    out = pathlib.Path("out/eg11")
    out.mkdir(parents=True, exist_ok=True)
    torch.save({"model": vae.state_dict(), "samples": vae.sample(16)}, out / "vae.pt")
