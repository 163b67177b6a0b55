"""Recover damping and frequency of an oscillator from one noisy recording.

    x(t) = A exp(-g t) cos(w t + p) + noise          wanted: (g, w)

Every recording has its own random parameters, so a random split over recordings is a fair one.
"""
from dataclasses import dataclass
from pathlib import Path
import copy
import json

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass(frozen=True)
class Config:
    n_recordings: int = 6000
    n_samples: int = 64
    duration: float = 4.0
    noise: float = 0.03
    batch: int = 128
    epochs: int = 30
    peak_lr: float = 3e-3
    seed: int = 11
    out: Path = Path("out/md01")


class Standardizer:
    """Column-wise (x - mean) / std, with the numbers of the rows it was fitted on."""

    def fit(self, x: torch.Tensor) -> "Standardizer":
        self.mean = x.mean(dim=0, keepdim=True)
        self.std = x.std(dim=0, keepdim=True).clamp_min(1e-8)
        return self

    def forward(self, x):
        return (x - self.mean) / self.std

    def inverse(self, z):
        return z * self.std + self.mean


def simulate(cfg: Config, rng: np.random.Generator):
    n = cfg.n_recordings
    t = np.linspace(0.0, cfg.duration, cfg.n_samples)
    gamma = rng.uniform(0.1, 1.0, size=(n, 1))
    omega = rng.uniform(2.0, 6.0, size=(n, 1))
    amplitude = rng.uniform(0.7, 1.3, size=(n, 1))
    phase = rng.uniform(-0.4, 0.4, size=(n, 1))
    x = amplitude * np.exp(-gamma * t) * np.cos(omega * t + phase)
    x += cfg.noise * rng.standard_normal(x.shape)
    physical = np.hstack([gamma, omega])
    return torch.tensor(x, dtype=torch.float32), torch.tensor(physical, dtype=torch.float32)


def build(cfg: Config) -> nn.Module:
    return nn.Sequential(
        nn.Linear(cfg.n_samples, 128), nn.SiLU(),
        nn.Linear(128, 128), nn.SiLU(),
        nn.Linear(128, 2),
    )


@torch.inference_mode()
def predict(model, x):
    model.eval()
    return model(x)


def main(cfg: Config = Config()):
    torch.manual_seed(cfg.seed)
    x, physical = simulate(cfg, np.random.default_rng(cfg.seed))
    n_train, n_val = int(0.7 * len(x)), int(0.15 * len(x))
    x_tr, x_va, x_te = x[:n_train], x[n_train:n_train + n_val], x[n_train + n_val:]
    p_tr, p_va, p_te = (physical[:n_train], physical[n_train:n_train + n_val],
                        physical[n_train + n_val:])

    # both wanted numbers are positive, hence the logarithm
    xs, ys = Standardizer().fit(x_tr), Standardizer().fit(p_tr.log())
    loader = DataLoader(TensorDataset(xs.forward(x_tr), ys.forward(p_tr.log())),
                        batch_size=cfg.batch, shuffle=True)
    x_va, x_te, y_va = xs.forward(x_va), xs.forward(x_te), ys.forward(p_va.log())

    model = build(cfg)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.peak_lr, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=cfg.peak_lr, total_steps=cfg.epochs * len(loader))
    best, best_state = float("inf"), None
    for epoch in range(cfg.epochs):
        model.train()
        for xb, yb in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(xb), yb).backward()
            optimizer.step()
            schedule.step()
        val = nn.functional.mse_loss(predict(model, x_va), y_va).item()
        if val < best:
            best, best_state = val, copy.deepcopy(model.state_dict())
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:3d}  validation mse (standardized) {val:.4f}")

    model.load_state_dict(best_state)
    estimate = ys.inverse(predict(model, x_te)).exp()
    guess = p_tr.median(dim=0, keepdim=True).values
    report = {}
    for k, name in enumerate(["gamma [1/s]", "omega [rad/s]"]):
        mae = (estimate[:, k] - p_te[:, k]).abs().mean().item()
        naive = (guess[:, k] - p_te[:, k]).abs().mean().item()
        report[name] = {"mae": mae, "mae_of_training_median": naive}
        print(f"test {name:14s} mae {mae:.4f}   training median {naive:.4f}")
    cfg.out.mkdir(parents=True, exist_ok=True)
    (cfg.out / "report.json").write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
