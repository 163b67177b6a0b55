# %% Variational autoencoder on the small digits
import os
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, random_split

os.makedirs("out/hb11", exist_ok=True)
torch.manual_seed(99)

x_all = torch.tensor(load_digits().data, dtype=torch.float32) / 16
train_set, val_set = random_split(x_all, [1497, 300], generator=torch.Generator().manual_seed(99))
train_loader = DataLoader(train_set, batch_size=50, shuffle=True)
val_loader = DataLoader(val_set, batch_size=300)


# %%
class VAE(nn.Module):
    def __init__(self, z=6):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.mu = nn.Linear(64, z)
        self.logvar = nn.Linear(64, z)
        self.dec = nn.Sequential(nn.Linear(z, 64), nn.ReLU(), nn.Linear(64, 128), nn.ReLU(),
                                 nn.Linear(128, 64))

    def forward(self, x):
        h = self.enc(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu
        if self.training:
            z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.dec(z), mu, logvar


def parts(logits, x, mu, logvar):
    """both parts as sums over the batch; grey values serve as soft targets"""
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return rec, kl


vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=1e-3)

# %%
EPOCHS, WARM = 40, 10
for epoch in range(EPOCHS):
    beta = min(1.0, (epoch + 1) / WARM)
    vae.train()
    train_sum = 0.0
    for x in train_loader:
        logits, mu, logvar = vae(x)
        rec, kl = parts(logits, x, mu, logvar)
        loss = (rec + beta * kl) / len(x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        train_sum += (rec + kl).item()

    vae.eval()
    val_rec = val_kl = 0.0
    with torch.no_grad():
        for x in val_loader:
            logits, mu, logvar = vae(x)
            rec, kl = parts(logits, x, mu, logvar)
            val_rec += rec.item()
            val_kl += kl.item()
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:2d} beta {beta:.1f} train {train_sum / len(train_set):.2f} "
              f"val rec (at the mean) {val_rec / len(val_set):.2f} kl {val_kl / len(val_set):.2f}")

# %% new digits out of the prior
vae.eval()
with torch.no_grad():
    samples = vae.dec(torch.randn(16, 6)).sigmoid()
print("pixel range of the samples:", samples.min().item(), samples.max().item())
torch.save({"model": vae.state_dict(), "samples": samples}, "out/hb11/vae.pt")
