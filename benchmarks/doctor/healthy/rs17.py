"""Advantage actor-critic on a pole to be balanced, 32 poles at once, physics written out below."""
import math

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Poles:
    """Cart and pole (Barto, Sutton and Anderson), vectorised; an episode ends by a fall or after 200 steps."""

    def __init__(self, n, seed):
        self.n, self.rng = n, np.random.default_rng(seed)
        self.s, self.t = self.rng.uniform(-0.05, 0.05, (n, 4)), np.zeros(n, int)

    def step(self, a):
        x, v, th, w = self.s.T
        force = np.where(a == 1, 10.0, -10.0)
        c, s = np.cos(th), np.sin(th)
        tmp = (force + 0.05 * w**2 * s) / 1.1
        acc = (9.8 * s - c * tmp) / (0.5 * (4 / 3 - 0.1 * c**2 / 1.1))
        lin = tmp - 0.05 * acc * c / 1.1
        self.s = np.stack([x + 0.02 * v, v + 0.02 * lin, th + 0.02 * w, w + 0.02 * acc], 1)
        self.t += 1
        fell = (np.abs(self.s[:, 0]) > 2.4) | (np.abs(self.s[:, 2]) > 12 * math.pi / 180)
        stop = ~fell & (self.t >= 200)
        after, lengths = self.s.copy(), self.t[fell | stop].copy()
        again = fell | stop
        self.s[again] = self.rng.uniform(-0.05, 0.05, (again.sum(), 4))
        self.t[again] = 0
        return after, fell, stop, lengths


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 2))
        self.critic = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 1))
        self.register_buffer("unit", torch.tensor([1.0, 1.0, 0.2, 1.0]))

    def forward(self, s):
        s = s / self.unit
        return Categorical(logits=self.actor(s)), self.critic(s).squeeze(-1)


def tensor(a):
    return torch.as_tensor(a, dtype=torch.float32)


@torch.no_grad()
def play(agent, seed, n=50):
    """Mean length of one episode each, always the likelier action, on poles never trained on."""
    env, length = Poles(n, seed), np.full(n, 200)
    for t in range(1, 201):
        _, fell, _, _ = env.step(agent(tensor(env.s))[0].probs.argmax(-1).numpy())
        length[fell & (length == 200)] = t
    return length.mean()


def main(updates=500, horizon=16, gamma=0.99, lam=0.95):
    torch.manual_seed(0)
    env, agent = Poles(32, seed=0), Agent()
    opt = torch.optim.Adam([{"params": agent.actor.parameters(), "lr": 3e-3}, {"params": agent.critic.parameters(), "lr": 1e-2}])
    decay = torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.05, total_iters=updates)
    recent, best = [], (0.0, None)
    print(f"before: {play(agent, 999):.0f} steps")
    for u in range(1, updates + 1):
        logp, ent, val, nxt, alive, going = [], [], [], [], [], []
        for _ in range(horizon):
            pi, v = agent(tensor(env.s))
            a = pi.sample()
            after, fell, stop, ls = env.step(a.numpy())
            recent = (recent + ls.tolist())[-100:]
            with torch.no_grad():
                nxt.append(agent(tensor(after))[1])  # value of the state before a restart: running out of time isn't falling
            logp.append(pi.log_prob(a)); ent.append(pi.entropy()); val.append(v)
            alive.append(tensor(~fell)); going.append(tensor(~(fell | stop)))
        # a reward of 1 - gamma for every step, so that the value of never falling is 1
        adv, run = [None] * horizon, torch.zeros(env.n)
        for t in reversed(range(horizon)):
            delta = (1 - gamma) + gamma * nxt[t] * alive[t] - val[t].detach()
            run = delta + gamma * lam * going[t] * run
            adv[t] = run
        adv, val, logp, ent = map(torch.stack, (adv, val, logp, ent))
        target = adv + val.detach()
        norm = (adv - adv.mean()) / (adv.std() + 1e-6)
        loss = -(logp * norm).mean() + 0.5 * nn.functional.mse_loss(val, target) - 0.01 * ent.mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.actor.parameters(), 0.5)
        nn.utils.clip_grad_norm_(agent.critic.parameters(), 0.5)
        opt.step()
        decay.step()
        if u % 25 == 0:
            length = play(agent, seed=500)  # poles to choose by, others than those at the end
            print(f"update {u}: last {len(recent)} training episodes {np.mean(recent):.0f} steps, greedy {length:.0f}")
            if length > best[0]:
                best = (length, {k: v.clone() for k, v in agent.state_dict().items()})
            if length == 200 and np.mean(recent) > 195:
                break
    agent.load_state_dict(best[1])
    print(f"greedy, 50 fresh poles: {play(agent, 999):.0f} of 200 steps")


main()
