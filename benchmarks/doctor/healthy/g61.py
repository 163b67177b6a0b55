"""A denoising diffusion model for the two moons: EMA weights, warm restarts, sliced Wasserstein distance."""
from dataclasses import dataclass

import numpy as np
import torch
from sklearn.datasets import make_moons
from torch import Tensor, nn
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


@dataclass(frozen=True)
class Settings:
    timesteps: int = 60
    width: int = 96
    steps: int = 3100  # restarts after 100, 300, 700, 1500: the last cycle ends at 3100
    batch: int = 256
    lr: float = 2e-3
    ema: float = 0.995


class Denoiser(nn.Module):
    def __init__(self, cfg: Settings):
        super().__init__()
        self.time = nn.Embedding(cfg.timesteps, cfg.width)
        self.inp = nn.Linear(2, cfg.width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(cfg.width), nn.Linear(cfg.width, cfg.width), nn.SiLU(), nn.Linear(cfg.width, cfg.width))
            for _ in range(3)
        )
        self.out = nn.Linear(cfg.width, 2)

    def forward(self, x: Tensor, t: Tensor) -> Tensor:
        emb = self.time(t)
        h = self.inp(x)
        for block in self.blocks:
            h = h + block(h + emb)
        return self.out(h)


class Diffusion:
    def __init__(self, cfg: Settings, device: torch.device):
        self.cfg, self.device = cfg, device
        beta = torch.linspace(1e-3, 0.2, cfg.timesteps, device=device)
        self.beta, self.alpha = beta, 1 - beta
        self.alpha_bar = torch.cumprod(self.alpha, 0)

    def loss(self, net: nn.Module, x0: Tensor) -> Tensor:
        t = torch.randint(self.cfg.timesteps, (len(x0),), device=self.device)
        noise = torch.randn_like(x0)
        a = self.alpha_bar[t].unsqueeze(1)
        return nn.functional.mse_loss(net(a.sqrt() * x0 + (1 - a).sqrt() * noise, t), noise)

    @torch.no_grad()
    def sample(self, net: nn.Module, n: int) -> Tensor:
        x = torch.randn(n, 2, device=self.device)
        for i in reversed(range(self.cfg.timesteps)):
            t = torch.full((n,), i, device=self.device)
            eps = net(x, t)
            mean = (x - self.beta[i] / (1 - self.alpha_bar[i]).sqrt() * eps) / self.alpha[i].sqrt()
            x = mean + self.beta[i].sqrt() * torch.randn_like(x) if i > 0 else mean
        return x


def sliced_wasserstein(a: Tensor, b: Tensor, generator: torch.Generator, slices: int = 64) -> float:
    direction = torch.randn(2, slices, generator=generator)
    direction = direction / direction.norm(dim=0, keepdim=True)
    pa, pb = (a.cpu() @ direction).sort(0).values, (b.cpu() @ direction).sort(0).values
    return (pa - pb).abs().mean().item()


def main() -> None:
    cfg = Settings()
    torch.manual_seed(4)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train, _ = make_moons(2000, noise=0.06, random_state=1)
    held_out, _ = make_moons(2000, noise=0.06, random_state=2)
    mean, std = train.mean(0), train.std(0)
    x_train = torch.from_numpy(((train - mean) / std).astype(np.float32)).to(device)
    x_held = torch.from_numpy(((held_out - mean) / std).astype(np.float32))

    net = Denoiser(cfg).to(device)
    ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(cfg.ema))
    diffusion = Diffusion(cfg, device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=cfg.lr, weight_decay=1e-4)
    scheduler = CosineAnnealingWarmRestarts(optimizer, T_0=100, T_mult=2, eta_min=1e-5)

    window = 0.0
    for step in range(1, cfg.steps + 1):
        x0 = x_train[torch.randint(len(x_train), (cfg.batch,), device=device)]
        loss = diffusion.loss(net, x0)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        ema.update_parameters(net)
        window += loss.item()
        if step % 620 == 0:
            print(f"step {step}: noise MSE {window / 620:.4f}  next lr {scheduler.get_last_lr()[0]:.2e}")
            window = 0.0

    net.eval()
    ema.eval()
    n = len(x_held)
    rows = {
        "pure noise": torch.randn(n, 2),
        "samples, last weights": diffusion.sample(net, n),
        "samples, averaged weights": diffusion.sample(ema, n),
        "the training set itself": x_train,
    }
    for name, points in rows.items():
        # the same directions for each row
        distance = sliced_wasserstein(points, x_held, torch.Generator().manual_seed(0))
        print(f"{name:28} distance to held-out points {distance:.4f}")


if __name__ == "__main__":
    main()
