# Denoising diffusion in two dimensions, after Ho et al. 2020.
# Data are the two moons; small enough to look at every step on a laptop.
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import make_moons

torch.manual_seed(42)

T = 80
BATCH = 256
STEPS = 3500
EMA_DECAY = 0.995

# ---- data -------------------------------------------------------------
x_train, _ = make_moons(4000, noise=0.05, random_state=0)
x_test, _ = make_moons(1000, noise=0.05, random_state=1)
x_train, x_test = torch.tensor(x_train).float(), torch.tensor(x_test).float()
mean, std = x_train.mean(0), x_train.std(0)
x_train, x_test = (x_train - mean) / std, (x_test - mean) / std

# ---- noise schedule (cosine) -------------------------------------------
s = 0.008
f = torch.cos((torch.arange(T + 1, dtype=torch.float64) / T + s) / (1 + s) * math.pi / 2) ** 2
alpha_bar = f / f[0]
betas = (1 - alpha_bar[1:] / alpha_bar[:-1]).clamp(max=0.999).float()
alphas = 1 - betas
abar = torch.cumprod(alphas, dim=0)
abar_prev = torch.cat([torch.ones(1), abar[:-1]])


class Denoiser(nn.Module):
    def __init__(self, width=96, freq=16):
        super().__init__()
        self.register_buffer("freqs", torch.exp(torch.linspace(0, math.log(1000.0), freq)))
        self.time = nn.Sequential(nn.Linear(2 * freq, width), nn.SiLU(), nn.Linear(width, width))
        self.inp = nn.Linear(2, width)
        self.mid = nn.ModuleList([nn.Linear(width, width) for _ in range(3)])
        self.out = nn.Linear(width, 2)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, x, t):
        angle = (t.float() / T)[:, None] * self.freqs
        e = self.time(torch.cat([angle.sin(), angle.cos()], dim=1))
        h = self.inp(x)
        for layer in self.mid:
            h = h + layer(F.silu(h + e))
        return self.out(F.silu(h))


model = Denoiser()
ema = Denoiser()
ema.load_state_dict(model.state_dict())
ema.requires_grad_(False)

optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
scheduler = torch.optim.lr_scheduler.SequentialLR(
    optimizer,
    [
        torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=100),
        torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=STEPS - 100, eta_min=1e-5),
    ],
    milestones=[100],
)

# ---- training -----------------------------------------------------------
running = 0.0
for step in range(1, STEPS + 1):
    x0 = x_train[torch.randint(len(x_train), (BATCH,))]
    t = torch.randint(T, (BATCH,))
    noise = torch.randn_like(x0)
    a = abar[t][:, None]
    xt = a.sqrt() * x0 + (1 - a).sqrt() * noise

    loss = F.mse_loss(model(xt, t), noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()

    with torch.no_grad():
        d = min(EMA_DECAY, (1 + step) / (10 + step))
        for p_ema, p in zip(ema.parameters(), model.parameters()):
            p_ema.lerp_(p, 1 - d)

    running += loss.item()
    if step % 500 == 0:
        print(f"step {step}: noise mse {running / 500:.4f}")
        running = 0.0


# ---- sampling -----------------------------------------------------------
@torch.no_grad()
def sample(n):
    ema.eval()
    x = torch.randn(n, 2)
    for i in reversed(range(T)):
        t = torch.full((n,), i)
        eps = ema(x, t)
        x0 = ((x - (1 - abar[i]).sqrt() * eps) / abar[i].sqrt()).clamp(-3, 3)
        mu = (abar_prev[i].sqrt() * betas[i] * x0 + alphas[i].sqrt() * (1 - abar_prev[i]) * x) / (1 - abar[i])
        if i > 0:
            var = betas[i] * (1 - abar_prev[i]) / (1 - abar[i])
            x = mu + var.sqrt() * torch.randn_like(x)
        else:
            x = mu
    return x


def mmd(a, b, scales=(0.1, 0.3, 1.0)):
    total = 0.0
    for sc in scales:
        k = lambda u, v: torch.exp(-torch.cdist(u, v) ** 2 / (2 * sc**2))
        kaa, kbb = k(a, a), k(b, b)
        n, m = len(a), len(b)
        total += (kaa.sum() - n) / (n * (n - 1)) + (kbb.sum() - m) / (m * (m - 1)) - 2 * k(a, b).mean()
    return total.item() / len(scales)


generated = sample(1000)
gauss = torch.randn(1000, 2)
print("mean distance to the nearest held-out point: generated %.3f, plain gaussian %.3f, training data %.3f" % tuple(
    torch.cdist(z, x_test).min(1).values.mean().item() for z in (generated, gauss, x_train[:1000])
))
print("mmd to held-out points: generated %.4f, plain gaussian %.4f" % (mmd(generated, x_test), mmd(gauss, x_test)))
