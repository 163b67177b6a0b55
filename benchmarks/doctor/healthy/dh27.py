"""y'' + 0.4 y' + 4 y = 0 with y(0)=1, y'(0)=0. No data: the loss is what is left over of the equation."""
import math

import torch

torch.manual_seed(30)
END = 4.0
net = torch.nn.Sequential(torch.nn.Linear(1, 32), torch.nn.Tanh(), torch.nn.Linear(32, 32), torch.nn.Tanh(),
                          torch.nn.Linear(32, 1))


def y(t):
    # both starting values hold whatever the net says
    return 1 + t ** 2 * net(2 * t / END - 1)


def residual(t):
    t = t.clone().requires_grad_(True)
    f = y(t)
    d1, = torch.autograd.grad(f.sum(), t, create_graph=True)
    d2, = torch.autograd.grad(d1.sum(), t, create_graph=True)
    return d2 + 0.4 * d1 + 4 * f


def truth(t):
    w = math.sqrt(4 - 0.2 ** 2)
    return torch.exp(-0.2 * t) * (torch.cos(w * t) + 0.2 / w * torch.sin(w * t))


@torch.no_grad()
def error():
    t = torch.linspace(0.01, END - 0.01, 333).unsqueeze(1)
    return (y(t) - truth(t)).abs().max().item()


print(f"before: largest error {error():.3f}")
adam = torch.optim.Adam(net.parameters(), lr=3e-3)
fade = torch.optim.lr_scheduler.ExponentialLR(adam, gamma=0.999)
for step in range(1, 1501):
    t = torch.rand(100, 1) * END               # new points every time
    loss = residual(t).square().mean()
    adam.zero_grad()
    loss.backward()
    adam.step()
    fade.step()
    if step % 500 == 0:
        print(f"adam {step}: residual {loss.item():.2e}  largest error {error():.2e}")

# the last bit with LBFGS, which needs a loss that stays the same: fixed points
fixed = torch.linspace(0, END, 200).unsqueeze(1)
lbfgs = torch.optim.LBFGS(net.parameters(), max_iter=200, line_search_fn="strong_wolfe")


def closure():
    lbfgs.zero_grad()
    loss = residual(fixed).square().mean()
    loss.backward()
    return loss


lbfgs.step(closure)
print(f"lbfgs: residual {residual(fixed).square().mean().item():.2e}  largest error between the points {error():.2e}")
