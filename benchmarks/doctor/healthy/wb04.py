# VAE on binarised digits with a Bernoulli decoder. Report = negative ELBO per image on unseen
# images, next to a model that only knows how often each pixel is on.
import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits

ap = argparse.ArgumentParser()
ap.add_argument("--epochs", type=int, default=80)
ap.add_argument("--latent", type=int, default=6)
ap.add_argument("--warmup", type=int, default=10, help="epochs until beta is 1")
ap.add_argument("--seed", type=int, default=3)
args = ap.parse_args()

gen = torch.Generator().manual_seed(args.seed)
torch.manual_seed(args.seed)
X = torch.tensor(load_digits().data >= 8, dtype=torch.float32)  # ink or no ink
order = torch.randperm(len(X), generator=gen)
Xtr, Xte = X[order[:1400]], X[order[1400:]]


class VAE(nn.Module):
    def __init__(self, d, z):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, 128), nn.SiLU(), nn.Linear(128, 2 * z))
        self.dec = nn.Sequential(nn.Linear(z, 128), nn.SiLU(), nn.Linear(128, d))

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=-1)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.dec(z), mu, logvar


def terms(model, x):
    logits, mu, logvar = model(x)
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(-1)
    kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(-1)
    return rec.mean(), kl.mean()


model = VAE(64, args.latent)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
for epoch in range(args.epochs):
    model.train()
    beta = min(1.0, (epoch + 1) / args.warmup)
    for batch in torch.randperm(len(Xtr), generator=gen).split(100):
        rec, kl = terms(model, Xtr[batch])
        loss = rec + beta * kl
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
    if (epoch + 1) % 20 == 0:
        print(f"epoch {epoch + 1}: rec {rec.item():.2f} kl {kl.item():.2f} beta {beta:.2f}")

model.eval()
with torch.no_grad():
    # the sampling is noisy, so average a few draws
    draws = [sum(t.item() for t in terms(model, Xte)) for _ in range(10)]
    mean_pixel = Xtr.mean(0).clamp(1e-4, 1 - 1e-4).expand_as(Xte)
    base = F.binary_cross_entropy(mean_pixel, Xte, reduction="none").sum(-1).mean().item()
print(f"test -ELBO {sum(draws) / len(draws):.2f} nats/image; mean-pixel model {base:.2f}")
