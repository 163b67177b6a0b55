"""Variational autoencoder on the 8x8 digits."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader

torch.manual_seed(3)

digits = load_digits().data.astype("float32") / 16.0
train_x, test_x = (torch.from_numpy(a) for a in train_test_split(digits, test_size=0.2, random_state=3))


class VAE(nn.Module):
    def __init__(self, latent=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(64, 128), nn.ReLU())
        self.mu = nn.Linear(128, latent)
        self.logvar = nn.Linear(128, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, 128), nn.ReLU(), nn.Linear(128, 64), nn.Sigmoid())

    def encode(self, x):
        h = self.encoder(x)
        return self.mu(h), self.logvar(h)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return mu + std * torch.randn_like(std)

    def forward(self, x):
        mu, logvar = self.encode(x)
        return self.decoder(self.reparameterize(mu, logvar)), mu, logvar


def vae_loss(recon, x, mu, logvar):
    bce = F.binary_cross_entropy(recon, x, reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld, bce, kld


vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-3)
loader = DataLoader(train_x, batch_size=64, shuffle=True)

for epoch in range(30):
    vae.train()
    total = total_kl = 0.0
    for x in loader:
        recon, mu, logvar = vae(x)
        loss, bce, kld = vae_loss(recon, x, mu, logvar)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item()
        total_kl += kld.item()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:3d}  loss per image {total / len(train_x):8.4f}  KL per image {total_kl / len(train_x):.4f}")

vae.eval()
with torch.no_grad():
    mu, _ = vae.encode(test_x)
    rebuilt = vae.decoder(mu)
    samples = vae.decoder(torch.randn(500, 8))
print("reconstruction MSE on test images:", round(F.mse_loss(rebuilt, test_x).item(), 4))
print("MSE of simply answering the mean image:", round(((test_x - train_x.mean(0)) ** 2).mean().item(), 4))
print("pixel std over images: real %.3f, sampled %.3f" % (test_x.std(0).mean(), samples.std(0).mean()))
