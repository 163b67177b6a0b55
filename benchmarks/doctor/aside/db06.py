"""DDPM (Ho et al. 2020), 2-d toy: two moons."""
import math

import torch
import torch.nn as nn
from sklearn.datasets import make_moons

torch.manual_seed(0)

T = 200


class Diffusion:
    def __init__(self, steps=T, beta_start=1e-4, beta_end=0.05):
        self.betas = torch.linspace(beta_start, beta_end, steps)
        self.alphas = 1.0 - self.betas
        self.alphas_cumprod = torch.cumprod(self.alphas, dim=0)

    def q_sample(self, x0, t, noise):
        ab = self.alphas_cumprod[t].unsqueeze(-1)
        return ab.sqrt() * x0 + (1 - ab).sqrt() * noise

    @torch.no_grad()
    def sample(self, model, n):
        model.eval()
        x = torch.randn(n, 2)
        for i in reversed(range(T)):
            t = torch.full((n,), i, dtype=torch.long)
            eps = model(x, t)
            coef = self.betas[i] / torch.sqrt(1 - self.alphas[i])
            mean = (x - coef * eps) / torch.sqrt(self.alphas[i])
            if i > 0:
                x = mean + torch.sqrt(self.betas[i]) * torch.randn_like(x)
            else:
                x = mean
        return x


class Denoiser(nn.Module):
    def __init__(self, width=128, t_dim=32):
        super().__init__()
        freqs = torch.exp(-math.log(1000.0) * torch.arange(t_dim // 2) / (t_dim // 2))
        self.register_buffer("freqs", freqs)
        self.net = nn.Sequential(
            nn.Linear(2 + t_dim, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 2),
        )

    def forward(self, x, t):
        ang = t.float().unsqueeze(-1) * self.freqs
        emb = torch.cat([ang.sin(), ang.cos()], dim=-1)
        return self.net(torch.cat([x, emb], dim=-1))


def main():
    pts, _ = make_moons(n_samples=4000, noise=0.05, random_state=0)
    data = torch.tensor(pts, dtype=torch.float32)
    data = (data - data.mean(0)) / data.std(0)
    train, held_out = data[:3000], data[3000:]

    diff, model = Diffusion(), Denoiser()
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    n_steps = 4000
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=n_steps)
    avg = None
    for step in range(1, n_steps + 1):
        x0 = train[torch.randint(0, len(train), (256,))]
        t = torch.randint(0, T, (256,))
        noise = torch.randn_like(x0)
        loss = ((model(diff.q_sample(x0, t, noise), t) - noise) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        avg = loss.item() if avg is None else 0.99 * avg + 0.01 * loss.item()
        if step % 500 == 0:
            print(f"step {step}  eps-mse {avg:.4f}")

    x = diff.sample(model, 1000)
    print("sample mean", x.mean(0).tolist(), "std", x.std(0).tolist())
    dist = torch.cdist(x, held_out)
    print("sample -> nearest held-out point:", dist.min(1).values.mean().item())
    print("held-out point -> nearest sample:", dist.min(0).values.mean().item())


if __name__ == "__main__":
    main()
