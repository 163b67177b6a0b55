# VAE on the 8x8 digits, Bernoulli likelihood on grey levels binarised at random, KL warmed up.
import torch, torch.nn as nn, torch.nn.functional as F
from sklearn.datasets import load_digits

torch.manual_seed(31)
pix = torch.tensor(load_digits().data, dtype=torch.float32) / 16
pix = pix[torch.randperm(len(pix), generator=torch.Generator().manual_seed(0))]
train, test = pix[:1440], pix[1440:]
test = torch.bernoulli(test)                      # the held-out images are drawn once
D, Z, H = 64, 12, 200


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(D, H), nn.ELU(), nn.Linear(H, H), nn.ELU())
        self.mu, self.logvar = nn.Linear(H, Z), nn.Linear(H, Z)
        self.dec = nn.Sequential(nn.Linear(Z, H), nn.ELU(), nn.Linear(H, H), nn.ELU(), nn.Linear(H, D))

    def terms(self, x):
        """-log p(x|z) and KL, both in nats per image (summed over pixels, averaged over images)."""
        h = self.enc(x)
        mu, lv = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * (lv / 2).exp()
        rec = F.binary_cross_entropy_with_logits(self.dec(z), x, reduction="sum") / len(x)
        kl = -0.5 * (1 + lv - mu.pow(2) - lv.exp()).sum(1).mean()
        return rec, kl


@torch.no_grad()
def neg_elbo(model, x, draws=10):
    return sum(sum(model.terms(x)).item() for _ in range(draws)) / draws


vae = VAE()
opt = torch.optim.Adamax(vae.parameters(), lr=3e-3)
EPOCHS, WARM = 60, 15
for ep in range(EPOCHS):
    beta = min(1.0, (ep + 1) / WARM)
    R = K = 0.0
    for idx in torch.randperm(len(train)).split(96):
        x = torch.bernoulli(train[idx])           # a fresh binarisation each time: no two epochs alike
        rec, kl = vae.terms(x)
        opt.zero_grad(); (rec + beta * kl).backward(); opt.step()
        R += rec.item(); K += kl.item()
    if ep % 12 == 11:
        print(f"ep {ep+1:3d} beta {beta:.2f} rec {R/15:.2f} kl {K/15:.2f} | held-out -ELBO {neg_elbo(vae, test):.2f}")

p = train.mean(0).clamp(1e-3, 1 - 1e-3)
base = F.binary_cross_entropy(p.expand_as(test), test, reduction="sum") / len(test)
print(f"held-out -ELBO {neg_elbo(vae, test):.2f} nats, independent pixels {base:.2f}")
img = vae.dec(torch.randn(1, Z)).sigmoid().detach().view(8, 8)
print("\n".join("".join(" .:*#"[int(v * 4.99)] for v in row) for row in img))
