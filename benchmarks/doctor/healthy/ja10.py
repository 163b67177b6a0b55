"""Neural ODE: learn the vector field of a damped pendulum from noisy trajectories.

Whole trajectories are split (train / validation / test), so no window of a test trajectory is
ever seen. Training uses short windows, the test integrates four seconds from the first state.
"""
from copy import deepcopy
from pathlib import Path

import torch
import torch.nn as nn

DT, LENGTH, WINDOW, NOISE = 0.1, 41, 10, 0.01


def rk4(f, y, dt):
    k1 = f(y)
    k2 = f(y + 0.5 * dt * k1)
    k3 = f(y + 0.5 * dt * k2)
    k4 = f(y + dt * k3)
    return y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def integrate(f, y0, steps, substeps=1):
    path = [y0]
    for _ in range(steps):
        y = path[-1]
        for _ in range(substeps):
            y = rk4(f, y, DT / substeps)
        path.append(y)
    return torch.stack(path, dim=1)           # [batch, steps + 1, 2]


def pendulum(y):
    theta, omega = y[..., 0], y[..., 1]
    return torch.stack([omega, -0.25 * omega - 4.0 * torch.sin(theta)], dim=-1)


def simulate(n, gen):
    y0 = (torch.rand(n, 2, generator=gen) * 2 - 1) * torch.tensor([2.0, 1.0])
    clean = integrate(pendulum, y0, LENGTH - 1, substeps=10)
    return clean + NOISE * torch.randn(clean.shape, generator=gen)


class Field(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 2))
        for layer in self.net:
            if isinstance(layer, nn.Linear):
                nn.init.xavier_normal_(layer.weight)
                nn.init.zeros_(layer.bias)

    def forward(self, y):
        return self.net(y)


def windows(traj, batch, gen):
    """Random windows of WINDOW + 1 states out of random trajectories, forever."""
    offsets = torch.arange(WINDOW + 1)
    while True:
        i = torch.randint(0, len(traj), (batch, 1), generator=gen)
        s = torch.randint(0, LENGTH - WINDOW, (batch, 1), generator=gen)
        yield traj[i, s + offsets]


def rollout_mse(f, traj):
    with torch.no_grad():
        pred = integrate(f, traj[:, 0], LENGTH - 1)
    return (pred[:, 1:] - traj[:, 1:]).pow(2).mean().item()


def main(steps=900, batch=128):
    torch.set_num_threads(1)
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(12)
    train, val, test = simulate(80, gen), simulate(30, gen), simulate(60, gen)

    field = Field()
    opt = torch.optim.Adam(field.parameters(), lr=5e-3)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=steps, eta_min=1e-5)
    best = (rollout_mse(field, val), deepcopy(field.state_dict()), 0)
    print(f"untrained: val rollout MSE {best[0]:.4f}")

    for step, w in zip(range(1, steps + 1), windows(train, batch, gen)):
        pred = integrate(field, w[:, 0], WINDOW)
        loss = (pred[:, 1:] - w[:, 1:]).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(field.parameters(), 5.0)
        opt.step()
        sched.step()
        if step % 100 == 0:
            v = rollout_mse(field, val)
            if v < best[0]:
                best = (v, deepcopy(field.state_dict()), step)
            if step % 300 == 0:
                print(f"step {step:4d}  window MSE {loss.item():.5f}  val rollout MSE {v:.5f}")

    field.load_state_dict(best[1])
    target = test[:, 1:]
    print(f"kept step {best[2]}")
    print(f"test rollout MSE over {LENGTH - 1} steps: neural ODE {rollout_mse(field, test):.5f}")
    print(f"  state stays as it was: {(test[:, :1] - target).pow(2).mean():.4f}")
    print(f"  mean training state:   {(train.mean((0, 1)) - target).pow(2).mean():.4f}")
    print(f"  true equation:         {rollout_mse(pendulum, test):.5f}  (the noise of the first state remains)")
    out = Path("out/ja10")
    out.mkdir(parents=True, exist_ok=True)
    torch.save(best[1], out / "field.pt")


main()
