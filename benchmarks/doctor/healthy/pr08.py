"""A GAN for points on a ring of eight Gaussians: logistic loss, R1 penalty, averaged generator."""
import copy
import math
import torch
from torch import nn
from torch.nn.functional import softplus

torch.manual_seed(2)
CENTRES = torch.tensor([[math.cos(a), math.sin(a)] for a in torch.arange(8) * math.pi / 4])


def real(n):
    return CENTRES[torch.randint(8, (n,))] + 0.1 * torch.randn(n, 2)


def mlp(i, o, act, width=96):
    return nn.Sequential(nn.Linear(i, width), act, nn.Linear(width, width), act, nn.Linear(width, width), act, nn.Linear(width, o))


@torch.no_grad()
def energy_distance(a, b):
    return (2 * torch.cdist(a, b).mean() - torch.cdist(a, a).mean() - torch.cdist(b, b).mean()).item()


g, d = mlp(4, 2, nn.ReLU()), mlp(2, 1, nn.LeakyReLU(0.2))
ema = copy.deepcopy(g).eval().requires_grad_(False)
opt_g = torch.optim.Adam(g.parameters(), lr=1e-3, betas=(0.0, 0.99))
opt_d = torch.optim.Adam(d.parameters(), lr=2e-3, betas=(0.0, 0.99))
reference, another = real(2000), real(2000)
print("two real samples: %.4f" % energy_distance(reference, another))

N, R1 = 256, 0.02
for step in range(3001):
    x = real(N).requires_grad_(True)
    with torch.no_grad():                       # the generator's graph is not needed here
        fake = g(torch.randn(N, 4))
    on_real, on_fake = d(x), d(fake)
    grad, = torch.autograd.grad(on_real.sum(), x, create_graph=True)
    loss_d = softplus(-on_real).mean() + softplus(on_fake).mean()
    opt_d.zero_grad(set_to_none=True)
    (loss_d + R1 / 2 * grad.pow(2).sum(1).mean()).backward()
    opt_d.step()

    d.requires_grad_(False)
    loss_g = softplus(-d(g(torch.randn(N, 4)))).mean()
    opt_g.zero_grad(set_to_none=True)
    loss_g.backward()
    opt_g.step()
    d.requires_grad_(True)

    with torch.no_grad():
        keep = min(0.995, (step + 1) / (step + 10))
        for a, b in zip(ema.parameters(), g.parameters()):
            a.lerp_(b, 1 - keep)
    if step % 500 == 0:
        with torch.no_grad():
            s = ema(torch.randn(2000, 4))
        near = torch.cdist(s, CENTRES)
        close = near.min(1).values < 0.3
        per_mode = torch.bincount(near.argmin(1)[close], minlength=8)
        print(f"{step:5d} d {loss_d.item():.3f} g {loss_g.item():.3f} distance {energy_distance(s, reference):.4f} "
              f"close {close.float().mean():.2f} modes {(per_mode > 100).sum().item()}/8")
