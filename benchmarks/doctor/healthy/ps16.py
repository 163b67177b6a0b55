"""Denoising diffusion (DDPM) of two moons, noise prediction, EMA weights for the sampling."""
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_moons
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, RandomSampler

T, betas = 60, torch.linspace(1e-3, 0.15, 60)
alphas = 1.0 - betas
alpha_bar = torch.cumprod(alphas, dim=0)


class SinusoidalEmbedding(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("freqs", torch.exp(torch.linspace(0, -np.log(1e3), dim // 2)))

    def forward(self, t):
        ang = t[:, None].float() * self.freqs
        return torch.cat([ang.sin(), ang.cos()], dim=-1)


class Denoiser(nn.Module):
    def __init__(self, hidden=128):
        super().__init__()
        self.time = nn.Sequential(SinusoidalEmbedding(32), nn.Linear(32, hidden), nn.SiLU())
        self.inp = nn.Linear(2, hidden)
        self.blocks = nn.ModuleList(nn.Sequential(nn.SiLU(), nn.Linear(hidden, hidden)) for _ in range(3))
        self.out = nn.Linear(hidden, 2)

    def forward(self, x, t):
        h, te = self.inp(x), self.time(t)
        for blk in self.blocks:
            h = h + blk(h + te)
        return self.out(nn.functional.silu(h))


@torch.no_grad()
def sample(net, n):
    net.eval()
    x = torch.randn(n, 2)
    for t in reversed(range(T)):
        eps = net(x, torch.full((n,), t))
        x = (x - betas[t] / (1 - alpha_bar[t]).sqrt() * eps) / alphas[t].sqrt()
        if t > 0:
            x = x + betas[t].sqrt() * torch.randn_like(x)
    return x


def energy_distance(a, b):
    return (2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()).item()


torch.manual_seed(0)
data = torch.tensor(make_moons(4000, noise=0.05, random_state=0)[0], dtype=torch.float32)
train, held_out = data[:3000], data[3000:]
mean, std = train.mean(0), train.std(0)
train, held_out = (train - mean) / std, (held_out - mean) / std

model = Denoiser()
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.995))
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4)
N_STEPS = 2000
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, N_STEPS)
sampler = RandomSampler(train, replacement=True, num_samples=256 * N_STEPS)
losses = []
for x0 in DataLoader(train, batch_size=256, sampler=sampler):
    t = torch.randint(0, T, (x0.size(0),))
    noise = torch.randn_like(x0)
    ab = alpha_bar[t].unsqueeze(1)
    loss = nn.functional.mse_loss(model(ab.sqrt() * x0 + (1 - ab).sqrt() * noise, t), noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step(), scheduler.step()
    ema.update_parameters(model)
    losses.append(loss.item())
print(f"loss: first hundred {np.mean(losses[:100]):.3f}, last hundred {np.mean(losses[-100:]):.3f}")
clouds = {"samples": sample(ema, 1000), "a Gaussian": torch.randn(1000, 2), "real points": train[:1000]}
print("energy distance to held-out points:", {k: round(energy_distance(v, held_out), 4) for k, v in clouds.items()})
