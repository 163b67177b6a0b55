"""Physics-informed net for a damped oscillator  u'' + 2 d u' + w^2 u = 0,  u(0) = 1,  u'(0) = 0.
Adam to get near, then L-BFGS in double precision. The closed form serves for the check only."""
import math

import torch
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
D, W0, T_END = 1.0, 6.0, 1.5


def exact(t):
    w = math.sqrt(W0**2 - D**2)
    return torch.exp(-D * t) * (torch.cos(w * t) + D / w * torch.sin(w * t))


class Solution(nn.Module):
    """the starting values are built in: u(t) = 1 + s(t) N(t) with s(0) = s'(0) = 0 and s < 4"""

    def __init__(self, width=32):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(1, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1)
        )

    def forward(self, t):
        s = (W0 * t) ** 2 / (1 + (W0 * t) ** 2 / 4)
        return 1 + s * self.net(2 * t / T_END - 1)


def derivative(y, t):
    return torch.autograd.grad(y.sum(), t, create_graph=True)[0]


def residual_loss(model, t):
    t = t.detach().requires_grad_(True)
    u = model(t)
    du = derivative(u, t)
    ddu = derivative(du, t)
    return (((ddu + 2 * D * du) / W0**2 + u) ** 2).mean()


def report(name, model):
    model.eval()
    t = torch.linspace(0, T_END, 1001).unsqueeze(1)[1::2]  # not the collocation points
    with torch.no_grad():
        rel = (model(t) - exact(t)).norm() / exact(t).norm()
    print(f"{name:8s} residual {residual_loss(model, t).item():.3e}   relative error {rel.item():.3e}")
    model.train()


model = Solution()
report("start", model)

ADAM_STEPS = 1500
adam = torch.optim.Adam(model.parameters(), lr=5e-3)
decay = torch.optim.lr_scheduler.ExponentialLR(adam, gamma=0.05 ** (1 / ADAM_STEPS))
for step in range(ADAM_STEPS):
    points = T_END * torch.rand(128, 1)  # new points every time
    adam.zero_grad()
    loss = residual_loss(model, points)
    loss.backward()
    adam.step()
    decay.step()
report("Adam", model)

# L-BFGS needs one fixed function, hence fixed points
fixed = torch.linspace(0, T_END, 200).unsqueeze(1)
lbfgs = torch.optim.LBFGS(
    model.parameters(), lr=1.0, max_iter=50, history_size=30, tolerance_grad=1e-10, tolerance_change=1e-14,
    line_search_fn="strong_wolfe",
)


def closure():
    lbfgs.zero_grad()
    loss = residual_loss(model, fixed)
    loss.backward()
    return loss


for outer in range(12):
    value = lbfgs.step(closure)
    if outer % 4 == 3:
        print(f"  L-BFGS round {outer + 1}: loss at its start {value.item():.3e}")
report("L-BFGS", model)
