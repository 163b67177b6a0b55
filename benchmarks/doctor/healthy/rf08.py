"""DQN with replay memory and a target network on a windy 5x5 grid."""
import random
from collections import deque

import numpy as np
import torch
from torch import nn

SIZE, GOAL, MAX_STEPS = 5, (4, 4), 30
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]

class Grid:
    def reset(self):
        self.r, self.c, self.t = random.randrange(SIZE), 0, 0
        return self.obs()
    def obs(self):
        o = np.zeros(2 * SIZE, dtype=np.float32)
        o[self.r] = o[SIZE + self.c] = 1
        return o
    def step(self, a):
        dr, dc = MOVES[a]
        if random.random() < 0.1:  # the wind blows up
            dr -= 1
        self.r = min(max(self.r + dr, 0), SIZE - 1)
        self.c = min(max(self.c + dc, 0), SIZE - 1)
        self.t += 1
        reached = (self.r, self.c) == GOAL
        return self.obs(), (1.0 if reached else -0.02), reached, self.t >= MAX_STEPS

def play(policy, episodes=100):
    env, returns = Grid(), []
    for _ in range(episodes):
        s, total, over = env.reset(), 0.0, False
        while not over:
            s, r, terminal, truncated = env.step(policy(s))
            total, over = total + r, terminal or truncated
        returns.append(total)
    return np.mean(returns)


random.seed(0), np.random.seed(0), torch.manual_seed(0)
make = lambda: nn.Sequential(nn.Linear(2 * SIZE, 64), nn.ReLU(), nn.Linear(64, len(MOVES)))
q, target = make(), make()
target.load_state_dict(q.state_dict())
opt, memory, gamma, steps = torch.optim.Adam(q.parameters(), lr=1e-3), deque(maxlen=5000), 0.97, 0

@torch.no_grad()
def greedy(s):
    return q(torch.from_numpy(s)).argmax().item()

print(f"random policy: {play(lambda s: random.randrange(4)):.2f}")
for episode in range(1, 301):
    env, over = Grid(), False
    s, eps = env.reset(), max(0.05, 1 - episode / 150)
    while not over:
        a = random.randrange(4) if random.random() < eps else greedy(s)
        s2, r, terminal, truncated = env.step(a)
        memory.append((s, a, r, s2, float(terminal)))  # a time limit is not an end
        s, over, steps = s2, terminal or truncated, steps + 1
        if len(memory) >= 200:
            S, A, R, S2, D = (torch.as_tensor(np.array(v)) for v in zip(*random.sample(memory, 64)))
            with torch.no_grad():
                y = R.float() + gamma * (1 - D.float()) * target(S2).max(1).values
            loss = nn.functional.smooth_l1_loss(q(S).gather(1, A.unsqueeze(1)).squeeze(1), y)
            opt.zero_grad(), loss.backward(), opt.step()
        if steps % 200 == 0:
            target.load_state_dict(q.state_dict())
    if episode % 60 == 0:
        print(f"episode {episode} eps {eps:.2f} greedy return {play(greedy):.2f}")
