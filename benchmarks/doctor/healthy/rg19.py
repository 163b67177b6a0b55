"""REINFORCE with a learned baseline in a small grid world."""
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(0)
np.random.seed(0)


class Grid:
    SIZE, LIMIT = 4, 30
    MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]

    def reset(self):
        self.pos, self.goal, self.t = (0, 0), (3, 3), 0
        return self._obs()

    def _obs(self):
        v = torch.zeros(self.SIZE * self.SIZE)
        v[self.pos[0] * self.SIZE + self.pos[1]] = 1.0
        return v

    def step(self, a):
        dy, dx = self.MOVES[a]
        y = min(max(self.pos[0] + dy, 0), self.SIZE - 1)
        x = min(max(self.pos[1] + dx, 0), self.SIZE - 1)
        self.pos, self.t = (y, x), self.t + 1
        done = self.pos == self.goal
        reward = 1.0 if done else -0.05
        return self._obs(), reward, done or self.t >= self.LIMIT


class ActorCritic(nn.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(n_obs, 32), nn.Tanh(), nn.Linear(32, n_act))
        self.critic = nn.Sequential(nn.Linear(n_obs, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, x):
        return Categorical(logits=self.actor(x)), self.critic(x).squeeze(-1)


def play(env, net, greedy=False):
    obs, done = env.reset(), False
    states, actions, rewards = [], [], []
    while not done:
        with torch.no_grad():
            dist, _ = net(obs)
        a = int(dist.probs.argmax()) if greedy else int(dist.sample())
        states.append(obs)
        actions.append(a)
        obs, r, done = env.step(a)
        rewards.append(r)
    return states, actions, rewards


def discounted(rewards, gamma=0.98):
    out, g = [], 0.0
    for r in reversed(rewards):
        g = r + gamma * g
        out.append(g)
    return out[::-1]


env, net = Grid(), ActorCritic(16, 4)
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
EPISODES_PER_UPDATE = 8

for update in range(1, 151):
    S, A, R, totals, lengths = [], [], [], [], []
    for _ in range(EPISODES_PER_UPDATE):
        s, a, r = play(env, net)
        S += s
        A += a
        R += discounted(r)
        totals.append(sum(r))
        lengths.append(len(r))
    S, A, R = torch.stack(S), torch.tensor(A), torch.tensor(R)

    dist, value = net(S)
    advantage = R - value.detach()
    policy_loss = -(dist.log_prob(A) * advantage).mean()
    value_loss = (value - R).pow(2).mean()
    loss = policy_loss + 0.5 * value_loss - 0.01 * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
    if update % 25 == 0:
        print(f"update {update:4d}  return {np.mean(totals):6.3f}  steps {np.mean(lengths):5.1f}")

_, path, rewards = play(env, net, greedy=True)
print("greedy path:", [["up", "down", "left", "right"][a] for a in path])
print("steps", len(path), "(shortest is 6), return", round(sum(rewards), 3))
