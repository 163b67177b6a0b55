"""PPO on a vectorised cart-pole (own dynamics): GAE, clipped objective, bootstrapping where the time limit cuts."""
import math
from collections import deque

import torch
from torch import nn
from torch.distributions import Categorical


class CartPole:
    """n copies of Gym's CartPole; an episode ends by a fall (terminated) or after 200 steps (truncated)."""

    def __init__(self, n, limit=200):
        self.limit, self.state, self.t = limit, torch.rand(n, 4) * 0.1 - 0.05, torch.zeros(n)

    def step(self, action):
        x, v, th, w = self.state.unbind(1)
        force, c, s = action.float() * 20 - 10, th.cos(), th.sin()
        tmp = (force + 0.05 * w ** 2 * s) / 1.1
        th_acc = (9.8 * s - c * tmp) / (0.5 * (4 / 3 - 0.1 * c ** 2 / 1.1))
        x_acc = tmp - 0.05 * th_acc * c / 1.1
        final = torch.stack([x + 0.02 * v, v + 0.02 * x_acc, th + 0.02 * w, w + 0.02 * th_acc], dim=1)
        self.t += 1
        terminated = (final[:, 0].abs() > 2.4) | (final[:, 2].abs() > 12 * math.pi / 180)
        truncated = (self.t >= self.limit) & ~terminated
        done, lengths = terminated | truncated, self.t.clone()
        self.state = torch.where(done[:, None], torch.rand_like(final) * 0.1 - 0.05, final)
        self.t = torch.where(done, torch.zeros_like(self.t), self.t)
        return self.state, final, terminated, truncated, lengths[done].tolist()


def mlp(out, gain):
    net = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, out))
    for i, g in ((0, 2 ** 0.5), (2, 2 ** 0.5), (4, gain)):
        nn.init.orthogonal_(net[i].weight, g)
    return net


torch.manual_seed(0)
N, STEPS, UPDATES, GAMMA, LAM = 16, 64, 40, 0.99, 0.95
actor, critic, env = mlp(2, 0.01), mlp(1, 1.0), CartPole(N)
params = [*actor.parameters(), *critic.parameters()]
opt = torch.optim.Adam(params, lr=2e-3, eps=1e-5)
anneal = torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.1, total_iters=UPDATES)
obs, recent = env.state, deque(maxlen=50)
for update in range(1, UPDATES + 1):
    buf = {k: [] for k in ("obs", "act", "logp", "val", "rew", "done")}
    with torch.no_grad():
        for _ in range(STEPS):
            pi = Categorical(logits=actor(obs))
            act = pi.sample()
            nxt, final, terminated, truncated, lengths = env.step(act)
            reward = torch.ones(N) + GAMMA * critic(final).squeeze(-1) * truncated
            done = (terminated | truncated).float()
            for k, item in zip(buf, (obs, act, pi.log_prob(act), critic(obs).squeeze(-1), reward, done)):
                buf[k].append(item)
            obs = nxt
            recent.extend(lengths)
        b = {k: torch.stack(v) for k, v in buf.items()}
        adv, gae, next_val = torch.zeros(STEPS, N), torch.zeros(N), critic(obs).squeeze(-1)
        for t in reversed(range(STEPS)):
            alive = 1 - b["done"][t]
            gae = b["rew"][t] + GAMMA * next_val * alive - b["val"][t] + GAMMA * LAM * alive * gae
            adv[t], next_val = gae, b["val"][t]
    flat = [v.flatten(0, 1) for v in (b["obs"], b["act"], b["logp"], adv, adv + b["val"])]
    for idx in (i for _ in range(4) for i in torch.randperm(N * STEPS).split(256)):
        o, a, old, A, ret = (v[idx] for v in flat)
        A = (A - A.mean()) / (A.std() + 1e-8)
        pi = Categorical(logits=actor(o))
        ratio = (pi.log_prob(a) - old).exp()
        loss = -torch.min(ratio * A, ratio.clamp(0.8, 1.2) * A).mean() - 0.01 * pi.entropy().mean()
        loss = loss + 0.5 * (critic(o).squeeze(-1) - ret).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(params, 0.5)
        opt.step()
    anneal.step()
    if update % 10 == 0 or update == 1:
        print(f"update {update:3d}  mean length of the last episodes {sum(recent) / len(recent):.1f} of 200")
