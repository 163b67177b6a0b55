"""
Physics-informed network for a damped oscillator
        u'' + 0.4 u' + 4 u = 0,   u(0) = 1,  u'(0) = 0,   0 <= t <= 5

No data at all goes into the training: only the residual of the equation.
The initial conditions are built into the ansatz  u = 1 + t^2/(1+t^2) * N(t),
so there is no boundary term to be weighted.
Phase 1 is Adam with fresh random collocation points at every step,
phase 2 is L-BFGS on one fixed set (a quasi-Newton method needs a fixed function).
"""
import math
import torch
from torch import nn, autograd

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
T, DAMP, K = 5.0, 0.4, 4.0

net = nn.Sequential(nn.Linear(1, 32), nn.Tanh(),
                    nn.Linear(32, 32), nn.Tanh(),
                    nn.Linear(32, 1))


def u(t):
    return 1.0 + t ** 2 / (1 + t ** 2) * net(2 * t / T - 1)


def residual(t):
    t = t.clone().requires_grad_(True)
    y = u(t)
    # sum() is correct: each y[i] depends on its own t[i] only
    dy, = autograd.grad(y.sum(), t, create_graph=True)
    ddy, = autograd.grad(dy.sum(), t, create_graph=True)
    return ddy + DAMP * dy + K * y


def exact(t):
    d = DAMP / 2
    w = math.sqrt(K - d * d)
    return torch.exp(-d * t) * (torch.cos(w * t) + d / w * torch.sin(w * t))


# points for checking: never used as collocation points
t_check = (torch.arange(400) + 0.5).unsqueeze(1) * (T / 400)


def relative_error():
    with torch.no_grad():
        want = exact(t_check)
        return ((u(t_check) - want).norm() / want.norm()).item()


print(f"before training: relative error {relative_error():.3f} (the zero function has 1.000)")

adam = torch.optim.Adam(net.parameters(), lr=5e-3)
steps = 1500
sched = torch.optim.lr_scheduler.CosineAnnealingLR(adam, T_max=steps, eta_min=2e-4)
for step in range(1, steps + 1):
    t = torch.rand(96, 1) * T
    loss = residual(t).square().mean()
    adam.zero_grad()
    loss.backward()
    adam.step()
    sched.step()
    if step % 300 == 0:
        print(f"adam {step:5d}  residual {loss.item():.3e}  relative error {relative_error():.3e}")

t_fixed = torch.linspace(0, T, 128).unsqueeze(1)
lbfgs = torch.optim.LBFGS(net.parameters(), max_iter=50, history_size=30,
                          line_search_fn="strong_wolfe")


def closure():
    lbfgs.zero_grad()
    value = residual(t_fixed).square().mean()
    value.backward()
    return value


for block in range(6):
    start = lbfgs.step(closure).item()
    print(f"lbfgs block {block + 1}  residual at start of block {start:.3e}  relative error {relative_error():.3e}")

print(f"final: relative error {relative_error():.2e} on 400 points between the collocation points")
