"""VAE on binarised digits; the reported number is the importance-weighted bound on the test log-likelihood."""
import math
from typing import Tuple

import torch
from sklearn.datasets import load_digits
from torch import Tensor, nn
from torch.distributions import Bernoulli, Independent, Normal, kl_divergence
from torch.utils.data import DataLoader, TensorDataset, random_split


class VAE(nn.Module):
    def __init__(self, n_pixels: int = 64, n_hidden: int = 128, n_latent: int = 8) -> None:
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(n_pixels, n_hidden), nn.Tanh(), nn.Linear(n_hidden, 2 * n_latent))
        self.decoder = nn.Sequential(nn.Linear(n_latent, n_hidden), nn.Tanh(), nn.Linear(n_hidden, n_pixels))
        self.register_buffer("zero", torch.zeros(n_latent))
        self.register_buffer("one", torch.ones(n_latent))

    @property
    def prior(self) -> Independent:
        return Independent(Normal(self.zero, self.one), 1)

    def posterior(self, x: Tensor) -> Independent:
        mu, log_var = self.encoder(x).chunk(2, dim=-1)
        return Independent(Normal(mu, torch.exp(0.5 * log_var)), 1)

    def likelihood(self, z: Tensor) -> Independent:
        return Independent(Bernoulli(logits=self.decoder(z)), 1)

    def elbo_terms(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        q = self.posterior(x)
        return self.likelihood(q.rsample()).log_prob(x), kl_divergence(q, self.prior)

    @torch.no_grad()
    def iwae(self, x: Tensor, k: int = 100) -> Tensor:
        q = self.posterior(x)
        z = q.sample((k,))
        log_w = self.likelihood(z).log_prob(x) + self.prior.log_prob(z) - q.log_prob(z)
        return log_w.logsumexp(0) - math.log(k)


def main() -> None:
    torch.manual_seed(5)
    grey = torch.tensor(load_digits().data, dtype=torch.float32) / 16
    train, test = random_split(TensorDataset(grey), [1500, len(grey) - 1500])
    loader = DataLoader(train, batch_size=100, shuffle=True)
    x_test = torch.bernoulli(grey[test.indices])  # binarised once

    vae = VAE()
    optimiser = torch.optim.Adamax(vae.parameters(), lr=4e-3)
    n_epochs, warm_up = 80, 20
    for epoch in range(1, n_epochs + 1):
        vae.train()
        beta = min(1.0, epoch / warm_up)
        total_rec, total_kl = 0.0, 0.0
        for (pixels,) in loader:
            x = torch.bernoulli(pixels)  # binarised anew each time
            rec, kl = vae.elbo_terms(x)
            loss = (beta * kl - rec).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total_rec += rec.sum().item()
            total_kl += kl.sum().item()
        if epoch % 20 == 0:
            print(f"epoch {epoch:3d}  reconstruction {total_rec / 1500:.2f}  KL {total_kl / 1500:.2f}")

    vae.eval()
    with torch.no_grad():
        rec, kl = vae.elbo_terms(x_test)
    pixel_mean = grey[train.indices].mean(0).clamp(1e-3, 1 - 1e-3)
    baseline = Independent(Bernoulli(probs=pixel_mean), 1).log_prob(x_test).mean()
    print(f"test: ELBO {(rec - kl).mean():.2f}, IWAE-100 {vae.iwae(x_test).mean():.2f}, "
          f"independent pixels {baseline:.2f} nats")


if __name__ == "__main__":
    main()
