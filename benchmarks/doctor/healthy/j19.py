"""Double DQN with replay memory and a slowly moving target network in a small grid world (own environment)."""
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

SIZE, LIMIT, GAMMA = 6, 40, 0.97
WALLS = {(1, 1), (1, 2), (1, 3), (3, 2), (3, 4), (4, 1)}
GOAL = (5, 5)
PITS = {(2, 5), (5, 2)}
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class Grid:
    """Random start; +1 at the goal, -1 in a pit (both end the episode), -0.02 a step, cut off after LIMIT steps."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.free = [
            (r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in WALLS | PITS and (r, c) != GOAL
        ]

    def observe(self):
        x = np.zeros(SIZE * SIZE, dtype=np.float32)
        x[self.pos[0] * SIZE + self.pos[1]] = 1.0
        return x

    def reset(self, start=None):
        self.pos, self.t = start or self.rng.choice(self.free), 0
        return self.observe()

    def step(self, a):
        self.t += 1
        r, c = self.pos[0] + MOVES[a][0], self.pos[1] + MOVES[a][1]
        if 0 <= r < SIZE and 0 <= c < SIZE and (r, c) not in WALLS:
            self.pos = (r, c)
        if self.pos == GOAL:
            return self.observe(), 1.0, True, False
        if self.pos in PITS:
            return self.observe(), -1.0, True, False
        return self.observe(), -0.02, False, self.t >= LIMIT


class Memory:
    def __init__(self, size, seed):
        self.data = deque(maxlen=size)
        self.rng = random.Random(seed)

    def push(self, *row):
        self.data.append(row)

    def sample(self, n):
        s, a, r, s2, term = zip(*self.rng.sample(self.data, n))
        return (
            torch.from_numpy(np.stack(s)),
            torch.tensor(a),
            torch.tensor(r, dtype=torch.float),
            torch.from_numpy(np.stack(s2)),
            torch.tensor(term, dtype=torch.float),
        )


def network():
    return nn.Sequential(nn.Linear(SIZE * SIZE, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))


@torch.no_grad()
def greedy_score(q):
    """Mean return and share of solved episodes over all start cells; separate environment."""
    env, returns, solved = Grid(0), [], 0
    for start in env.free:
        obs, total = env.reset(start), 0.0
        while True:
            obs, r, term, trunc = env.step(q(torch.from_numpy(obs)).argmax().item())
            total += r
            if term or trunc:
                break
        returns.append(total)
        solved += env.pos == GOAL
    return float(np.mean(returns)), solved / len(env.free)


torch.manual_seed(0)
explore = random.Random(5)
env, memory = Grid(1), Memory(10_000, 2)
q, target = network(), network()
target.load_state_dict(q.state_dict())
target.requires_grad_(False)
opt = torch.optim.Adam(q.parameters(), lr=1e-3)

STEPS, WARM, BATCH, TAU = 6000, 300, 64, 0.01
obs, losses = env.reset(), []
print("untrained: return %.3f, solved %.2f" % greedy_score(q))
for step in range(1, STEPS + 1):
    eps = max(0.05, 1.0 - step / (0.5 * STEPS))
    if explore.random() < eps:
        a = explore.randrange(4)
    else:
        with torch.no_grad():
            a = q(torch.from_numpy(obs)).argmax().item()
    nxt, r, term, trunc = env.step(a)
    memory.push(obs, a, r, nxt, term)  # a cut-off is no terminal state: bootstrap there
    obs = env.reset() if term or trunc else nxt

    if step >= WARM and step % 2 == 0:
        s, act, rew, s2, done = memory.sample(BATCH)
        with torch.no_grad():
            best = q(s2).argmax(1, keepdim=True)
            y = rew + GAMMA * (1 - done) * target(s2).gather(1, best).squeeze(1)
        loss = F.smooth_l1_loss(q(s).gather(1, act[:, None]).squeeze(1), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(q.parameters(), 10.0)
        opt.step()
        with torch.no_grad():
            for p, t in zip(q.parameters(), target.parameters()):
                t.lerp_(p, TAU)
        losses.append(loss.item())
    if step % 1000 == 0:
        print(f"step {step}: eps {eps:.2f}  TD loss {np.mean(losses[-200:]):.4f}  " + "return %.3f, solved %.2f" % greedy_score(q))
