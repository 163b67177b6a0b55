# Advantage actor-critic on a balancing pole (the equations of CartPole, 200 steps at most)
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(5)
N_ENVS, N_STEPS, GAMMA, LIMIT = 16, 16, 0.99, 200

class Poles:
    """N poles side by side."""
    def __init__(self, n):
        self.s, self.t = self.fresh(n), torch.zeros(n)

    @staticmethod
    def fresh(n):
        return torch.empty(n, 4).uniform_(-0.05, 0.05)

    def step(self, a):
        x, v, th, w = self.s.unbind(1)
        force = a.float() * 20 - 10
        temp = (force + 0.05 * w ** 2 * th.sin()) / 1.1
        acc = (9.8 * th.sin() - th.cos() * temp) / (0.5 * (4 / 3 - 0.1 * th.cos() ** 2 / 1.1))
        self.s = torch.stack([x + 0.02 * v, v + 0.02 * (temp - 0.05 * acc * th.cos() / 1.1),
                              th + 0.02 * w, w + 0.02 * acc], 1)
        self.t = self.t + 1
        fallen = (self.s[:, 0].abs() > 2.4) | (self.s[:, 2].abs() > 12 * math.pi / 180)
        timeout = (self.t >= LIMIT) & ~fallen
        final, lengths = self.s.clone(), self.t.clone()
        over = fallen | timeout
        self.s = torch.where(over.unsqueeze(1), self.fresh(len(a)), self.s)
        self.t = torch.where(over, torch.zeros_like(self.t), self.t)
        return final, fallen, timeout, lengths[over].tolist()


actor = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 2))
critic = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 1))
params = [*actor.parameters(), *critic.parameters()]
opt = torch.optim.Adam(params, lr=4e-3)
envs, finished = Poles(N_ENVS), []
for update in range(1, 401):
    states, actions, rewards, fallens, overs, nexts = [], [], [], [], [], []
    for _ in range(N_STEPS):
        s = envs.s
        with torch.no_grad():
            a = Categorical(logits=actor(s)).sample()
        nxt, fallen, timeout, lens = envs.step(a)
        finished += lens
        for store, item in zip((states, actions, rewards, fallens, overs, nexts),
                               (s, a, torch.full((N_ENVS,), 0.1), fallen.float(), (fallen | timeout).float(), nxt)):
            store.append(item)
    # n-step returns; bootstrapped at a time limit and at the end of the rollout, not after a fall
    with torch.no_grad():
        ret = critic(nexts[-1]).squeeze(1)
        returns = []
        for r, f, o, nx in zip(rewards[::-1], fallens[::-1], overs[::-1], nexts[::-1]):
            ret = r + GAMMA * (1 - f) * torch.where(o.bool(), critic(nx).squeeze(1), ret)
            returns.insert(0, ret)
    S, A, R = torch.cat(states), torch.cat(actions), torch.cat(returns)
    value, dist = critic(S).squeeze(1), Categorical(logits=actor(S))
    adv = (R - value).detach()
    loss = -(dist.log_prob(A) * adv).mean() + 0.5 * F.mse_loss(value, R) - 0.01 * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(params, 0.5)
    opt.step()
    if update % 80 == 0:
        print(f"update {update}: mean length of the last 20 episodes {sum(finished[-20:]) / len(finished[-20:]):.1f}")
