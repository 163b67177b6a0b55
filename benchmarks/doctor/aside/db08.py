"""DQN (Mnih et al. 2015) on a 5x5 grid: start top-left, goal bottom-right, small cost for each move."""
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class GridWorld:
    MOVES = np.array([[0, 1], [0, -1], [1, 0], [-1, 0]])

    def __init__(self, n=5, max_steps=40):
        self.n, self.max_steps = n, max_steps

    def reset(self):
        self.pos = np.array([0, 0])
        self.t = 0
        return self.pos

    def step(self, action):
        self.pos += self.MOVES[action]
        np.clip(self.pos, 0, self.n - 1, out=self.pos)
        self.t += 1
        terminated = bool((self.pos == self.n - 1).all())
        truncated = self.t >= self.max_steps
        reward = 1.0 if terminated else -0.01
        return self.pos, reward, terminated, truncated


class QNet(nn.Module):
    def __init__(self, n_actions=4):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, n_actions))

    def forward(self, s):
        return self.layers(s / 4.0 - 0.5)


def as_batch(arrays):
    return torch.as_tensor(np.stack(arrays), dtype=torch.float32)


def learn(q, target, opt, memory, batch_size=64, gamma=0.97):
    s, a, r, s2, term = zip(*random.sample(memory, batch_size))
    s, s2 = as_batch(s), as_batch(s2)
    a = torch.tensor(a)
    r = torch.tensor(r)
    term = torch.tensor(term, dtype=torch.float32)
    q_sa = q(s).gather(1, a.unsqueeze(1)).squeeze(1)
    with torch.no_grad():
        y = r + gamma * (1.0 - term) * target(s2).max(dim=1).values
    loss = F.smooth_l1_loss(q_sa, y)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(q.parameters(), 10.0)
    opt.step()
    return loss.item()


def greedy_return(q, env):
    s, total = env.reset(), 0.0
    while True:
        with torch.no_grad():
            a = q(as_batch([s])).argmax(1).item()
        s, r, term, trunc = env.step(a)
        total += r
        if term or trunc:
            return total


def main(episodes=250, seed=0):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    env, test_env = GridWorld(), GridWorld()
    q, target = QNet(), QNet()
    target.load_state_dict(q.state_dict())
    opt = torch.optim.Adam(q.parameters(), lr=1e-3)
    memory = deque(maxlen=10_000)
    steps, losses = 0, deque(maxlen=200)

    for ep in range(1, episodes + 1):
        eps = max(0.05, 1.0 - ep / 150)
        s = env.reset()
        while True:
            if random.random() < eps:
                a = random.randrange(4)
            else:
                with torch.no_grad():
                    a = q(as_batch([s])).argmax(1).item()
            s2, r, term, trunc = env.step(a)
            memory.append((s, a, r, s2, term))
            s = s2
            steps += 1
            if len(memory) >= 500:
                losses.append(learn(q, target, opt, memory))
            if steps % 200 == 0:
                target.load_state_dict(q.state_dict())
            if term or trunc:
                break
        if ep % 25 == 0:
            print(f"episode {ep:4d}  eps {eps:.2f}  td-loss {np.mean(losses) if losses else float('nan'):.5f}  greedy return {greedy_return(q, test_env):+.2f}")


if __name__ == "__main__":
    main()
