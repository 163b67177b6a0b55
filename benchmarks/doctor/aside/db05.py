import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset, random_split


class VAE(nn.Module):
    def __init__(self, d_in=64, d_hidden=128, d_z=8):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d_in, d_hidden), nn.ReLU())
        self.mu = nn.Linear(d_hidden, d_z)
        self.logvar = nn.Linear(d_hidden, d_z)
        self.dec = nn.Sequential(
            nn.Linear(d_z, d_hidden), nn.ReLU(), nn.Linear(d_hidden, d_in), nn.Sigmoid()
        )

    def encode(self, x):
        h = self.enc(x)
        return self.mu(h), self.logvar(h)

    def reparameterize(self, mu, logvar):
        return mu + torch.exp(0.5 * logvar) * torch.randn_like(mu)

    def forward(self, x):
        mu, logvar = self.encode(x)
        z = self.reparameterize(mu, logvar)
        return self.dec(z), mu, logvar


def vae_loss(x_hat, x, mu, logvar):
    recon = F.mse_loss(x_hat, x)
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return recon + kld, recon, kld


def run_epoch(model, loader, optimizer=None):
    model.train(optimizer is not None)
    sums = [0.0, 0.0]
    with torch.set_grad_enabled(optimizer is not None):
        for (x,) in loader:
            x_hat, mu, logvar = model(x)
            loss, recon, kld = vae_loss(x_hat, x, mu, logvar)
            if optimizer is not None:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            sums[0] += recon.item() * len(x)
            sums[1] += kld.item()
    n = len(loader.dataset)
    return sums[0] / n, sums[1] / n


def main():
    torch.manual_seed(3)
    data = torch.tensor(load_digits().data / 16.0, dtype=torch.float32)
    train, valid = random_split(TensorDataset(data), [1500, len(data) - 1500])
    train_dl = DataLoader(train, batch_size=64, shuffle=True)
    valid_dl = DataLoader(valid, batch_size=256)

    model = VAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(1, 41):
        tr = run_epoch(model, train_dl, optimizer)
        va = run_epoch(model, valid_dl)
        if epoch % 5 == 0:
            print(f"epoch {epoch:3d} | train mse {tr[0]:.4f} kl/img {tr[1]:.4f} | valid mse {va[0]:.4f} kl/img {va[1]:.4f}")

    model.eval()
    with torch.no_grad():
        samples = model.dec(torch.randn(64, 8))
    print("pixel std over 64 samples:", samples.std(dim=0).mean().item(), " (data:", data.std(dim=0).mean().item(), ")")


if __name__ == "__main__":
    main()
