# %% [markdown]
# ## Tiny DDPM on two moons
# Epsilon prediction, linear betas, EMA weights for sampling. Evaluation: energy distance
# between generated points and held-out points (smaller is better).

# %%
import os
import torch
import torch.nn as nn
from sklearn.datasets import make_moons

torch.manual_seed(0)
torch.set_num_threads(1)
os.makedirs("out/ja04", exist_ok=True)


# make_moons walks along an even grid of angles, so one (shuffled) draw is cut into three parts
x, _ = make_moons(n_samples=8000, noise=0.05, shuffle=True, random_state=1)
x_train, x_val, x_test = torch.tensor(x, dtype=torch.float32).split([6000, 1000, 1000])
mu, sd = x_train.mean(0), x_train.std(0)
x_train, x_val, x_test = [(x - mu) / sd for x in (x_train, x_val, x_test)]

# %% forward process
T = 100
betas = torch.linspace(1e-3, 0.1, T)      # prod(1 - beta) is about 0.006: nearly pure noise at the end
alphas = 1.0 - betas
abar = torch.cumprod(alphas, dim=0)


def q_sample(x0, t, eps):
    a = abar[t].unsqueeze(1)
    return a.sqrt() * x0 + (1 - a).sqrt() * eps


# %% network
class EpsNet(nn.Module):
    def __init__(self, width=128, n_freq=16):
        super().__init__()
        self.register_buffer("freq", torch.exp(torch.linspace(0, 4, n_freq)))
        self.body = nn.Sequential(
            nn.Linear(2 + 2 * n_freq, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 2),
        )

    def forward(self, x, t):
        phase = (t.float() / T).unsqueeze(1) * self.freq
        return self.body(torch.cat([x, phase.sin(), phase.cos()], dim=1))


@torch.no_grad()
def sample(net, n):
    x = torch.randn(n, 2)
    for i in reversed(range(T)):
        t = torch.full((n,), i, dtype=torch.long)
        eps = net(x, t)
        x = (x - betas[i] / (1 - abar[i]).sqrt() * eps) / alphas[i].sqrt()
        if i > 0:                          # no noise after the last step
            x = x + betas[i].sqrt() * torch.randn_like(x)
    return x


def energy_distance(a, b):
    def within(x):                         # mean over distinct pairs
        n = len(x)
        return torch.cdist(x, x).sum() / (n * (n - 1))
    return (2 * torch.cdist(a, b).mean() - within(a) - within(b)).item()


# %% training
net = EpsNet()
ema = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995))
STEPS, BATCH = 3000, 256
opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=2e-3, total_steps=STEPS)

# fixed noise and times for a comparable validation loss
g = torch.Generator().manual_seed(5)
t_val = torch.randint(0, T, (len(x_val),), generator=g)
e_val = torch.randn(x_val.shape, generator=g)

for step in range(1, STEPS + 1):
    x0 = x_train[torch.randint(0, len(x_train), (BATCH,))]
    t = torch.randint(0, T, (BATCH,))
    eps = torch.randn_like(x0)
    loss = (net(q_sample(x0, t, eps), t) - eps).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
    sched.step()
    ema.update_parameters(net)
    if step % 1000 == 0:
        ema.eval()
        with torch.no_grad():
            v = (ema(q_sample(x_val, t_val, e_val), t_val) - e_val).pow(2).mean().item()
        print(f"step {step}  val eps-MSE {v:.3f}  (always answering zero: {e_val.pow(2).mean().item():.3f})")

# %% evaluation on points never touched above
ema.eval()
fake = sample(ema, 1000)
gauss = torch.distributions.MultivariateNormal(x_train.mean(0), torch.cov(x_train.T)).sample((1000,))
print(f"energy distance to test: diffusion {energy_distance(fake, x_test):.4f}, "
      f"fitted Gaussian {energy_distance(gauss, x_test):.4f}, "
      f"other real points {energy_distance(x_val, x_test):.4f}")
torch.save({"samples": fake * sd + mu}, "out/ja04/samples.pt")
