# vae on 8x8 digits, terse
import torch, torch.nn as nn, torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.distributions import Normal, kl_divergence

torch.manual_seed(0)
X = torch.tensor(load_digits().data / 16, dtype=torch.float32)
X = X[torch.randperm(len(X))]
tr, va, te = X[:1200], X[1200:1500], X[1500:]
Z, EPOCHS, WARM, BS = 8, 80, 20, 64


class VAE(nn.Module):
    def __init__(s):
        super().__init__()
        s.enc = nn.Sequential(nn.Linear(64, 128), nn.ELU(), nn.Linear(128, 2 * Z))
        s.dec = nn.Sequential(nn.Linear(Z, 128), nn.ELU(), nn.Linear(128, 64))

    def q(s, x):
        mu, raw = s.enc(x).chunk(2, -1)
        return Normal(mu, F.softplus(raw) + 1e-4)

    def forward(s, x):
        q = s.q(x)
        logits = s.dec(q.rsample() if s.training else q.mean)
        # summed over pixels and latents, so that both terms have the scale of the ELBO
        rec = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(-1)
        kl = kl_divergence(q, Normal(0.0, 1.0)).sum(-1)
        return rec.mean(), kl.mean()


m = VAE()
opt = torch.optim.Adam(m.parameters(), lr=2e-3)
sch = torch.optim.lr_scheduler.MultiStepLR(opt, milestones=[50, 70], gamma=0.3)
for ep in range(EPOCHS):
    m.train()
    beta = min(1.0, (ep + 1) / WARM)
    for i in torch.randperm(len(tr)).split(BS):
        rec, kl = m(tr[i])
        opt.zero_grad()
        (rec + beta * kl).backward()
        opt.step()
    sch.step()
    if ep % 10 == 9:
        m.eval()
        with torch.no_grad(): rec, kl = m(va)
        print(f"{ep + 1:3d} beta {beta:.2f} val rec {rec:.2f} kl {kl:.2f} sum {rec + kl:.2f}")

m.eval()
with torch.no_grad():
    rec, kl = m(te)
    mean_img = tr.mean(0).clamp(1e-3, 1 - 1e-3).expand_as(te)
    base = F.binary_cross_entropy(mean_img, te, reduction="none").sum(-1).mean()
    print(f"test rec {rec:.2f} kl {kl:.2f}; mean image {base:.2f}")
    for row in torch.sigmoid(m.dec(torch.randn(1, Z))).view(8, 8):
        print("".join(" .:-=+*#%@"[int(v * 9.99)] for v in row))
