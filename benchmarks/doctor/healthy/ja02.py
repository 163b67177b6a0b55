# VAE auf binarisierten Ziffern, mit KL-Aufwärmphase.
# Bewertet wird die ELBO (in nats) auf ungesehenen Bildern; zum Vergleich dient ein
# Modell aus 64 unabhängigen Bernoulli-Pixeln, das keine Latenten kennt.
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.distributions import Bernoulli, Independent, Normal, kl_divergence
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Cfg:
    latent: int = 8
    hidden: int = 128
    lr: float = 2e-3
    epochs: int = 80
    warmup_epochs: int = 15
    batch: int = 64
    seed: int = 3
    out: Path = Path("out/ja02")


class VAE(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(64, cfg.hidden), nn.Tanh(), nn.Linear(cfg.hidden, 2 * cfg.latent))
        self.dec = nn.Sequential(nn.Linear(cfg.latent, cfg.hidden), nn.Tanh(), nn.Linear(cfg.hidden, 64))

    def posterior(self, x):
        mu, log_sigma = self.enc(x).chunk(2, dim=-1)
        return Independent(Normal(mu, log_sigma.clamp(-7, 5).exp()), 1)

    def likelihood(self, z):
        return Independent(Bernoulli(logits=self.dec(z)), 1)

    def terms(self, x):
        q = self.posterior(x)
        z = q.rsample()
        prior = Independent(Normal(torch.zeros_like(z), torch.ones_like(z)), 1)
        return self.likelihood(z).log_prob(x), kl_divergence(q, prior)


@torch.no_grad()
def elbo(model, x, samples=10):
    """Mittlere ELBO mit vollem KL-Gewicht, Erwartungswert über mehrere Ziehungen."""
    model.eval()
    total = 0.0
    for _ in range(samples):
        rec, kl = model.terms(x)
        total += (rec - kl).mean().item()
    return total / samples


def load(cfg):
    raw = load_digits().data
    # nach dem Binarisieren fallen einige Bilder zusammen: jedes Muster nur einmal behalten
    binary = np.unique((raw >= 8).astype(np.float32), axis=0)
    binary = binary[np.random.default_rng(cfg.seed).permutation(len(binary))]
    n = len(binary)
    a, b = int(0.7 * n), int(0.85 * n)
    return [torch.from_numpy(part) for part in (binary[:a], binary[a:b], binary[b:])]


cfg = Cfg()
torch.set_num_threads(1)
torch.manual_seed(cfg.seed)
cfg.out.mkdir(parents=True, exist_ok=True)
train, val, test = load(cfg)
loader = DataLoader(TensorDataset(train), batch_size=cfg.batch, shuffle=True)

vae = VAE(cfg)
optimizer = torch.optim.Adam(vae.parameters(), lr=cfg.lr)
best = (-float("inf"), None, 0)

for epoch in range(1, cfg.epochs + 1):
    beta = min(1.0, epoch / cfg.warmup_epochs)
    vae.train()
    for (x,) in loader:
        rec, kl = vae.terms(x)
        loss = -(rec - beta * kl).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    score = elbo(vae, val)
    # die Auswahl benutzt immer beta = 1, ist also über alle Epochen vergleichbar
    if score > best[0]:
        best = (score, deepcopy(vae.state_dict()), epoch)
    if epoch % 20 == 0:
        print(f"Epoche {epoch:3d}  beta {beta:.2f}  Val-ELBO {score:.2f}")

vae.load_state_dict(best[1])
pixel_p = (train.sum(0) + 1) / (len(train) + 2)  # Laplace-geglättet
naive = Independent(Bernoulli(probs=pixel_p), 1).log_prob(test).mean().item()
print(f"gewählte Epoche: {best[2]}")
print(f"Test-ELBO des VAE:                 {elbo(vae, test, samples=50):.2f} nats")
print(f"Log-Likelihood unabhängiger Pixel: {naive:.2f} nats")

with torch.no_grad():
    z = torch.randn(16, cfg.latent)
    fantasies = vae.likelihood(z).mean.reshape(16, 8, 8)
np.save(cfg.out / "fantasies.npy", fantasies.numpy())
