"""VAE on the 8x8 digits, then a few samples from the prior as ASCII art."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader

LATENT = 8
EPOCHS = 25


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(64, 128), nn.ReLU())
        self.fc_mu = nn.Linear(128, LATENT)
        self.fc_logvar = nn.Linear(128, LATENT)
        self.dec = nn.Sequential(nn.Linear(LATENT, 128), nn.ReLU(), nn.Linear(128, 64))

    def encode(self, x):
        h = self.enc(x)
        return self.fc_mu(h), self.fc_logvar(h)

    def reparameterize(self, mu, logvar):
        if not self.training:
            return mu
        std = torch.exp(0.5 * logvar)
        return mu + std * torch.randn_like(std)

    def forward(self, x):
        mu, logvar = self.encode(x)
        return self.dec(self.reparameterize(mu, logvar)), mu, logvar


def elbo_terms(logits, x, mu, logvar):
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return rec / len(x), kl / len(x)


def train(vae, loader, opt):
    vae.train()
    total = 0.0
    for x in loader:
        logits, mu, logvar = vae(x)
        rec, kl = elbo_terms(logits, x, mu, logvar)
        loss = rec + kl
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * len(x)
    return total / len(loader.dataset)


@torch.no_grad()
def evaluate(vae, loader):
    vae.eval()
    rec_sum = kl_sum = 0.0
    for x in loader:
        rec, kl = elbo_terms(vae(x)[0], x, *vae.encode(x))
        rec_sum += rec.item() * len(x)
        kl_sum += kl.item() * len(x)
    n = len(loader.dataset)
    return rec_sum / n, kl_sum / n


if __name__ == "__main__":
    torch.manual_seed(3)
    pixels = torch.tensor(load_digits().data, dtype=torch.float32) / 16.0
    pixels = pixels[torch.randperm(len(pixels))]
    train_loader = DataLoader(pixels[:1400], batch_size=64, shuffle=True)
    val_loader = DataLoader(pixels[1400:], batch_size=128)

    vae = VAE()
    opt = torch.optim.Adam(vae.parameters(), lr=1e-3)
    for epoch in range(1, EPOCHS + 1):
        loss = train(vae, train_loader, opt)
        rec, kl = evaluate(vae, val_loader)
        if epoch % 5 == 0 or epoch == 1:
            print(f"epoch {epoch:2d} loss {loss:.2f}  val rec {rec:.2f}  val kl {kl:.2f}")

    with torch.no_grad():
        samples = torch.sigmoid(vae.dec(torch.randn(3, LATENT))).view(3, 8, 8)
    for s in samples:
        print("\n".join("".join(" .:*#"[int(v * 4.99)] for v in row) for row in s), "\n")
