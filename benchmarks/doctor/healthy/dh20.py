"""A mean AND a spread for each x. The log density of a narrow Gaussian is above zero, so its negative goes below."""
import numpy as np
import torch

torch.manual_seed(10)
rng = np.random.default_rng(10)


def sample(n):
    x = rng.uniform(-2, 2, (n, 1))
    sigma = 0.02 + 0.05 * (x + 2)
    y = np.sin(2 * x) + sigma * rng.standard_normal((n, 1))
    return [torch.tensor(v, dtype=torch.float32) for v in (x, y, sigma)]


x_tr, y_tr, _ = sample(2000)
x_te, y_te, s_te = sample(1000)

net = torch.nn.Sequential(torch.nn.Linear(1, 64), torch.nn.Tanh(), torch.nn.Linear(64, 64), torch.nn.Tanh(),
                          torch.nn.Linear(64, 2))
nll = torch.nn.GaussianNLLLoss(full=True, eps=1e-6)
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
EPOCHS = 60
plan = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS, eta_min=1e-5)


def split(out):
    return out[:, :1], torch.nn.functional.softplus(out[:, 1:]) ** 2 + 1e-6     # mean, variance


for epoch in range(EPOCHS):
    net.train()
    for ix in torch.randperm(len(x_tr)).split(100):
        mean, var = split(net(x_tr[ix]))
        if epoch < 10:
            var = torch.full_like(var, 0.04)        # first find the curve, then the width
        loss = nll(mean, y_tr[ix], var)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
    plan.step()
    if epoch % 10 == 9:
        net.eval()
        with torch.no_grad():
            mean, var = split(net(x_te))
            print(f"epoch {epoch + 1}: train {loss.item():+.3f}  held out {nll(mean, y_te, var).item():+.3f}")

net.eval()
with torch.no_grad():
    mean, var = split(net(x_te))
    z = (y_te - mean) / var.sqrt()
    best = nll(torch.sin(2 * x_te), y_te, s_te ** 2).item()
    print(f"share within one sigma {(z.abs() < 1).float().mean():.3f} (0.683 is right)")
    print(f"sigma off by {(var.sqrt() - s_te).abs().mean():.4f} on average; the true law would score {best:+.3f}")
