"""Variational autoencoder for the 8x8 digits, after the well-known Keras example."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset

LATENT = 4
BATCH_SIZE = 64
EPOCHS = 25


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.z_mean = nn.Linear(64, LATENT)
        self.z_log_var = nn.Linear(64, LATENT)

    def forward(self, x):
        h = self.hidden(x)
        return self.z_mean(h), self.z_log_var(h)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.decoder = nn.Sequential(
            nn.Linear(LATENT, 64), nn.ReLU(), nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.Sigmoid()
        )

    def forward(self, x):
        z_mean, z_log_var = self.encoder(x)
        if self.training:
            z = z_mean + torch.exp(0.5 * z_log_var) * torch.randn_like(z_mean)
        else:
            z = z_mean
        return self.decoder(z), z_mean, z_log_var


def vae_loss(x, x_decoded, z_mean, z_log_var):
    reconstruction = F.binary_cross_entropy(x_decoded, x)
    kl = -0.5 * torch.sum(1 + z_log_var - z_mean.pow(2) - z_log_var.exp(), dim=1)
    return reconstruction + kl.mean(), reconstruction, kl.mean()


def main():
    torch.manual_seed(13)
    x = torch.tensor(load_digits().data / 16.0, dtype=torch.float32)
    x = x[torch.randperm(len(x))]
    x_train, x_test = x[:1400], x[1400:]
    loader = DataLoader(TensorDataset(x_train), batch_size=BATCH_SIZE, shuffle=True)

    vae = VAE()
    optimizer = torch.optim.Adam(vae.parameters(), lr=1e-3)
    mean_image_mse = F.mse_loss(x_train.mean(0).expand_as(x_test), x_test).item()
    print(f"mse of the mean image: {mean_image_mse:.4f}")

    for epoch in range(1, EPOCHS + 1):
        vae.train()
        for (batch,) in loader:
            optimizer.zero_grad()
            decoded, z_mean, z_log_var = vae(batch)
            loss, _, _ = vae_loss(batch, decoded, z_mean, z_log_var)
            loss.backward()
            optimizer.step()

        if epoch % 5 == 0:
            vae.eval()
            with torch.no_grad():
                decoded, z_mean, z_log_var = vae(x_test)
                loss, rec, kl = vae_loss(x_test, decoded, z_mean, z_log_var)
                mse = F.mse_loss(decoded, x_test)
            print(
                f"epoch {epoch:2d}  loss {loss:.4f}  rec {rec:.4f}  kl {kl:.5f}  "
                f"test mse {mse:.4f}  std of codes {z_mean.std(0).mean():.4f}"
            )


if __name__ == "__main__":
    main()
