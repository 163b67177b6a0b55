import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)


class VAE(nn.Module):
    """64 pixels -> 8 numbers -> 64 pixels"""

    def __init__(self, pixels=64, hidden=128, latent=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(pixels, hidden), nn.ReLU())
        self.to_mu = nn.Linear(hidden, latent)
        self.to_logvar = nn.Linear(hidden, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, pixels))

    def encode(self, x):
        h = self.encoder(x)
        return self.to_mu(h), self.to_logvar(h)

    def sample(self, mu, logvar):
        if not self.training:
            return mu
        return mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)

    def forward(self, x):
        mu, logvar = self.encode(x)
        return self.decoder(self.sample(mu, logvar)), mu, logvar


def vae_loss(logits, x, mu, logvar):
    recon = F.binary_cross_entropy_with_logits(logits, x)
    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1).mean()
    return recon + kl, recon, kl


images = torch.tensor(load_digits().data, dtype=torch.float32) / 16.0
train_x, valid_x = train_test_split(images, test_size=0.2, random_state=0)
train_loader = DataLoader(TensorDataset(train_x), batch_size=64, shuffle=True)
valid_loader = DataLoader(TensorDataset(valid_x), batch_size=256)

vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-3)

for epoch in range(1, 41):
    vae.train()
    for (x,) in train_loader:
        logits, mu, logvar = vae(x)
        loss, _, _ = vae_loss(logits, x, mu, logvar)
        opt.zero_grad()
        loss.backward()
        opt.step()

    if epoch % 5 == 0:
        vae.eval()
        sq = kl_sum = 0.0
        with torch.no_grad():
            for (x,) in valid_loader:
                logits, mu, logvar = vae(x)
                _, _, kl = vae_loss(logits, x, mu, logvar)
                sq += (torch.sigmoid(logits) - x).pow(2).sum().item()
                kl_sum += kl.item() * len(x)
        print(f"epoch {epoch:3d}: squared error per pixel {sq / valid_x.numel():.4f}, "
              f"kl {kl_sum / len(valid_x):.4f}")

# what would a plain average image give?
average = train_x.mean(0, keepdim=True)
print("average image:", round((average - valid_x).pow(2).mean().item(), 4))

vae.eval()
with torch.no_grad():
    drawn = torch.sigmoid(vae.decoder(torch.randn(3, 8))).view(3, 8, 8)
for picture in drawn:
    print("\n".join("".join(" .:*#"[min(int(v * 5), 4)] for v in line) for line in picture.tolist()))
    print("-" * 8)
