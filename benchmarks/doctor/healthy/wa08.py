# VAE on 8x8 digits, bits are Bernoulli. ELBO in nats per image.
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits

torch.manual_seed(0)
x = torch.from_numpy(load_digits().data).float()
x = (x > 7).float()                     # fixed binarisation, no fitted constant
x = torch.unique(x, dim=0)              # some images become equal once binarised
x = x[torch.randperm(len(x))]
n = len(x)
x_train, x_val, x_test = x[: int(0.7 * n)], x[int(0.7 * n): int(0.85 * n)], x[int(0.85 * n):]


class VAE(nn.Module):
    def __init__(self, d=64, h=128, z=8):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(d, h), nn.ReLU(), nn.Linear(h, 2 * z))
        self.dec = nn.Sequential(nn.Linear(z, h), nn.ReLU(), nn.Linear(h, d))

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=1)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.dec(z), mu, logvar


def neg_elbo(logits, x, mu, logvar):
    """Sum over pixels and latents, mean over the batch."""
    rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(1)
    kl = 0.5 * (mu.pow(2) + logvar.exp() - 1 - logvar).sum(1)
    return (rec + kl).mean()


@torch.no_grad()
def score(model, data, draws=10):
    # sampling stays on here: the bound is an expectation over z
    model.eval()
    total = 0.0
    for _ in range(draws):
        logits, mu, logvar = model(data)
        total += neg_elbo(logits, data, mu, logvar).item()
    return total / draws


vae = VAE()
opt = torch.optim.Adam(vae.parameters(), lr=2e-3)
best, best_sd = float("inf"), None
for epoch in range(1, 81):
    vae.train()
    for idx in torch.randperm(len(x_train)).split(64):
        xb = x_train[idx]
        logits, mu, logvar = vae(xb)
        loss = neg_elbo(logits, xb, mu, logvar)
        opt.zero_grad()
        loss.backward()
        opt.step()
    if epoch % 5 == 0:
        v = score(vae, x_val)
        print(f"epoch {epoch:3d}  val -ELBO {v:.2f}")
        if v < best:
            best = v
            best_sd = {k: p.detach().clone() for k, p in vae.state_dict().items()}

vae.load_state_dict(best_sd)
# independent pixels with the training frequencies (add-one smoothed) as the thing to beat
freq = (x_train.sum(0) + 1) / (len(x_train) + 2)
indep = F.binary_cross_entropy(freq.expand_as(x_test), x_test, reduction="none").sum(1).mean().item()
print(f"test -ELBO {score(vae, x_test):.2f} nats, independent pixels {indep:.2f} nats")

with torch.no_grad():
    sample = torch.bernoulli(torch.sigmoid(vae.dec(torch.randn(1, 8)))).view(8, 8).int()
print("\n".join("".join(" #"[v] for v in row) for row in sample.tolist()))
