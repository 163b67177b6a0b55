"""A GAN for a bent two-dimensional cloud; R1 penalty, an averaged generator, a distance to held-out points."""
import copy

import torch
from torch import nn
from torch.nn.functional import softplus

torch.manual_seed(0)
torch.set_num_threads(2)
Z, BATCH, STEPS, R1 = 4, 128, 3000, 0.2


def make_cloud(n):
    a = torch.randn(n)
    b = 0.3 * torch.randn(n) + 0.5 * a ** 2 - 0.5
    return torch.stack([a, b], dim=1)


def mlp(n_in, n_out):
    return nn.Sequential(nn.Linear(n_in, 64), nn.LeakyReLU(0.2), nn.Linear(64, 64), nn.LeakyReLU(0.2),
                         nn.Linear(64, n_out))


def energy_distance(p, q):
    def within(s):  # pairs of different points only
        return torch.cdist(s, s).sum() / (len(s) * (len(s) - 1))
    return (2 * torch.cdist(p, q).mean() - within(p) - within(q)).item()


train_points = make_cloud(4000)
held_out = make_cloud(1000)

gen, disc = mlp(Z, 2), mlp(2, 1)
gen_avg = copy.deepcopy(gen).requires_grad_(False).eval()
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3, betas=(0.0, 0.99))
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-3, betas=(0.0, 0.99))
# both decay over the whole run, one step per update
sch_g = torch.optim.lr_scheduler.LinearLR(opt_g, 1.0, 0.1, total_iters=STEPS)
sch_d = torch.optim.lr_scheduler.LinearLR(opt_d, 1.0, 0.1, total_iters=STEPS)


@torch.no_grad()
def report(step):
    fake = gen_avg(torch.randn(1000, Z))
    print(f"step {step:5d}  energy distance to the held-out points {energy_distance(fake, held_out):.4f}")


report(0)
for step in range(1, STEPS + 1):
    # discriminator: the generator only supplies samples
    disc.requires_grad_(True)
    real = train_points[torch.randint(len(train_points), (BATCH,))].requires_grad_(True)
    with torch.no_grad():
        fake = gen(torch.randn(BATCH, Z))
    real_score = disc(real)
    (grad_real,) = torch.autograd.grad(real_score.sum(), real, create_graph=True)
    penalty = grad_real.pow(2).sum(1).mean()
    loss_d = softplus(-real_score).mean() + softplus(disc(fake)).mean() + 0.5 * R1 * penalty
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()

    # generator: gradients pass through the discriminator but do not stay in it
    disc.requires_grad_(False)
    loss_g = softplus(-disc(gen(torch.randn(BATCH, Z)))).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()

    sch_d.step()
    sch_g.step()
    with torch.no_grad():
        for p_avg, p in zip(gen_avg.parameters(), gen.parameters()):
            p_avg.lerp_(p, 0.005)
    if step % 500 == 0:
        report(step)

print(f"for comparison, training points against held-out points: {energy_distance(train_points[:1000], held_out):.4f}")
