"""A small VAE on the digits; the weight of the KL term rises during the first third of the steps."""
import math

import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.distributions import Normal, kl_divergence
from torch.nn import functional as F


class VAE(nn.Module):
    def __init__(self, latent=6):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ELU(), nn.Linear(128, 128), nn.ELU())
        self.stats = nn.Linear(128, 2 * latent)
        self.dec = nn.Sequential(nn.Linear(latent, 128), nn.ELU(), nn.Linear(128, 128), nn.ELU(), nn.Linear(128, 64))

    def posterior(self, x):
        mu, raw = self.stats(self.body(x)).chunk(2, dim=-1)
        return Normal(mu, F.softplus(raw) + 1e-4)

    def terms(self, x):
        """Reconstruction and KL of every row, in nats (both summed over their own dimension)."""
        q = self.posterior(x)
        z = q.rsample() if self.training else q.mean
        rec = F.binary_cross_entropy_with_logits(self.dec(z), x, reduction="none").sum(-1)
        kl = kl_divergence(q, Normal(torch.zeros_like(q.loc), torch.ones_like(q.scale))).sum(-1)
        return rec, kl


def beta(step, total):
    return min(1.0, step / (total / 3))


def bound(model, x):
    """-ELBO per row with the full KL, averaged over 8 draws."""
    model.eval()
    with torch.no_grad():
        q = model.posterior(x)
        rec = torch.stack([F.binary_cross_entropy_with_logits(model.dec(q.sample()), x, reduction="none").sum(-1)
                           for _ in range(8)]).mean(0)
        kl = kl_divergence(q, Normal(0.0, 1.0)).sum(-1)
    return (rec + kl).mean().item(), kl.mean().item()


def main():
    torch.manual_seed(13)
    x = torch.tensor(load_digits().data / 16.0, dtype=torch.float32)
    x = x[torch.randperm(len(x))]
    train, valid, test = x[:1300], x[1300:1500], x[1500:]
    model = VAE()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3, betas=(0.9, 0.99))
    batch, epochs = 100, 60
    total = epochs * (len(train) // batch)
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: 0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * min(s, total) / total)))
    p = train.mean(0).clamp(1e-4, 1 - 1e-4)
    print(f"pixel means alone: {F.binary_cross_entropy(p.expand_as(valid), valid, reduction='sum').item() / len(valid):.2f}")

    step = 0
    for epoch in range(1, epochs + 1):
        model.train()
        for rows in torch.randperm(len(train)).view(-1, batch):
            rec, kl = model.terms(train[rows])
            loss = (rec + beta(step, total) * kl).mean()
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 20.0)
            opt.step()
            sched.step()
            step += 1
        if epoch % 10 == 0:
            nll, kl = bound(model, valid)
            print(f"epoch {epoch}: train loss {loss.item():.2f} validation bound {nll:.2f} (kl {kl:.2f})")
    print("test bound %.2f (kl %.2f)" % bound(model, test))


if __name__ == "__main__":
    main()
