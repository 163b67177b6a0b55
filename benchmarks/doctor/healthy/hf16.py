"""Solve u'' + u = 0, u(0) = 0, u'(0) = 1 on [0, 3] with a network: Adam first, L-BFGS to finish.

The start conditions are built in: u(t) = t + t^2 * N(t).  The exact answer is sin(t).
"""
import os

import torch
from torch import nn

OUT = "out/hf16"
T_END = 3.0


class Trial(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, t):
        return t + t**2 * self.net(2 * t / T_END - 1)


def residual(model, t):
    u = model(t)
    du = torch.autograd.grad(u.sum(), t, create_graph=True)[0]
    ddu = torch.autograd.grad(du.sum(), t, create_graph=True)[0]
    return ddu + u


def physics_loss(model, t):
    return residual(model, t).square().mean()


@torch.no_grad()
def error(model, n=301):
    """Largest distance to the exact solution on a grid that is not the training grid."""
    grid = torch.linspace(0, T_END, n).unsqueeze(1)
    return (model(grid) - grid.sin()).abs().max().item()


def adam_phase(model, steps=1000):
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, total_iters=steps)
    for step in range(1, steps + 1):
        t = (torch.rand(64, 1) * T_END).requires_grad_()
        optimizer.zero_grad()
        loss = physics_loss(model, t)
        loss.backward()
        optimizer.step()
        scheduler.step()
        if step % 200 == 0:
            print(f"adam   {step:4d}  residual {loss.item():.2e}  error {error(model):.2e}")


def lbfgs_phase(model, rounds=10):
    # a second-order method needs the same points at each evaluation, hence a fixed set
    t = ((torch.arange(128).unsqueeze(1) + 0.5) / 128 * T_END).requires_grad_()
    params = list(model.parameters())
    optimizer = torch.optim.LBFGS(params, lr=1.0, max_iter=20, history_size=30, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        loss = physics_loss(model, t)
        loss.backward(inputs=params)
        return loss

    for r in range(1, rounds + 1):
        loss = optimizer.step(closure)
        if r % 2 == 0:
            print(f"lbfgs  {r:4d}  residual {loss.item():.2e}  error {error(model):.2e}")


def main():
    torch.manual_seed(6)
    model = Trial()
    print(f"start        error {error(model):.2e}")
    adam_phase(model)
    lbfgs_phase(model)
    os.makedirs(OUT, exist_ok=True)
    torch.save(model.state_dict(), os.path.join(OUT, "trial.pt"))
    print(f"final error {error(model):.2e}")


if __name__ == "__main__":
    main()
