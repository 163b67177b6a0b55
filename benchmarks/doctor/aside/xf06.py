"""REINFORCE on a hand-written cart pole (no gym on this machine)."""
import math
import random

import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(5)
random.seed(5)


class CartPole:
    MAX_STEPS = 150

    def reset(self):
        self.s = [random.uniform(-0.05, 0.05) for _ in range(4)]
        self.t = 0
        return self.s

    def step(self, action):
        x, v, th, w = self.s
        force = 10.0 if action == 1 else -10.0
        c, s = math.cos(th), math.sin(th)
        tmp = (force + 0.05 * w * w * s) / 1.1
        th_acc = (9.8 * s - c * tmp) / (0.5 * (4 / 3 - 0.1 * c * c / 1.1))
        x_acc = tmp - 0.05 * th_acc * c / 1.1
        self.s = [x + 0.02 * v, v + 0.02 * x_acc, th + 0.02 * w, w + 0.02 * th_acc]
        self.t += 1
        fallen = abs(self.s[0]) > 2.4 or abs(self.s[2]) > 0.21
        return self.s, 1.0, fallen or self.t >= self.MAX_STEPS


policy = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=5e-3)
GAMMA = 0.98


def run_episode(env):
    state, done = env.reset(), False
    log_probs, rewards = [], []
    while not done:
        dist = Categorical(logits=policy(torch.tensor(state)))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        state, reward, done = env.step(action.item())
        rewards.append(reward)
    return log_probs, rewards


def discounted_returns(rewards):
    returns, g = [], 0.0
    for r in reversed(rewards):
        g = r + GAMMA * g
        returns.append(g)
    return torch.tensor(returns)


env = CartPole()
history = []
for episode in range(1, 201):
    log_probs, rewards = run_episode(env)
    returns = discounted_returns(rewards)
    returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    loss = -(torch.stack(log_probs) * returns).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(len(rewards))
    if episode % 20 == 0:
        print(f"episode {episode:4d}  mean length of the last 20: {sum(history[-20:]) / 20:.1f}")
