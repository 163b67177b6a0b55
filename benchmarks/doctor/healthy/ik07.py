"""A small deep Q-network with a target network: a walker on a slippery 6x6 grid with a pit row."""
import random
from collections import deque

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SIZE, GAMMA = 6, 0.95
GOAL = (5, 5)
PITS = {(2, 1), (2, 2), (2, 4), (4, 3), (4, 4)}
MOVES = [(0, 1), (0, -1), (1, 0), (-1, 0)]
LIMIT = 40


class Grid:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def reset(self):
        free = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in PITS and (r, c) != GOAL]
        self.pos, self.t = self.rng.choice(free), 0
        return self.observe()

    def observe(self):
        board = np.zeros(SIZE * SIZE, dtype=np.float32)
        board[self.pos[0] * SIZE + self.pos[1]] = 1.0
        return board

    def step(self, action):
        if self.rng.random() < 0.05:
            action = self.rng.randrange(4)
        dr, dc = MOVES[action]
        self.pos = (min(max(self.pos[0] + dr, 0), SIZE - 1), min(max(self.pos[1] + dc, 0), SIZE - 1))
        self.t += 1
        terminated = self.pos == GOAL or self.pos in PITS
        reward = 1.0 if self.pos == GOAL else -1.0 if self.pos in PITS else -0.01
        truncated = not terminated and self.t >= LIMIT
        return self.observe(), reward, terminated, truncated


def q_net():
    return nn.Sequential(nn.Linear(SIZE * SIZE, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))


@torch.no_grad()
def act(net, state, epsilon, rng):
    if rng.random() < epsilon:
        return rng.randrange(4)
    return net(torch.from_numpy(state).unsqueeze(0)).argmax(dim=1).item()


def play(net, episodes, seed):
    """Greedy games on an own environment that training does not touch."""
    env, rng, returns, wins = Grid(seed), random.Random(seed), [], 0
    net.eval()
    for _ in range(episodes):
        state, total, done = env.reset(), 0.0, False
        while not done:
            state, reward, terminated, truncated = env.step(act(net, state, 0.0, rng))
            total += reward
            done = terminated or truncated
        wins += env.pos == GOAL
        returns.append(total)
    net.train()
    return float(np.mean(returns)), wins / episodes


def learn(online, target, optimizer, batch):
    s, a, r, s2, term = zip(*batch)
    s, s2 = torch.from_numpy(np.stack(s)), torch.from_numpy(np.stack(s2))
    a = torch.tensor(a).unsqueeze(1)
    r = torch.tensor(r, dtype=torch.float32)
    term = torch.tensor(term, dtype=torch.float32)
    q = online(s).gather(1, a).squeeze(1)
    with torch.no_grad():
        best = online(s2).argmax(dim=1, keepdim=True)            # double DQN
        bootstrap = target(s2).gather(1, best).squeeze(1)
        goal = r + GAMMA * (1 - term) * bootstrap                # a truncated game still bootstraps
    loss = F.smooth_l1_loss(q, goal)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(online.parameters(), 10.0)
    optimizer.step()
    return loss.item()


def main(steps=9000, warm=500, tau=0.01):
    torch.manual_seed(0)
    rng = random.Random(0)
    env = Grid(seed=0)
    online, target = q_net(), q_net()
    target.load_state_dict(online.state_dict())
    target.requires_grad_(False)
    optimizer = torch.optim.Adam(online.parameters(), lr=1e-3)
    memory = deque(maxlen=5000)

    print("untrained: return %.3f, wins %.2f" % play(online, 200, seed=1000))
    state = env.reset()
    losses = []
    for step in range(1, steps + 1):
        epsilon = max(0.1, 1.0 - step / (0.5 * steps))
        action = act(online, state, epsilon, rng)
        nxt, reward, terminated, truncated = env.step(action)
        memory.append((state, action, reward, nxt, terminated))
        state = env.reset() if terminated or truncated else nxt
        if step < warm:
            continue
        losses.append(learn(online, target, optimizer, rng.sample(memory, 64)))
        with torch.no_grad():
            for t, o in zip(target.parameters(), online.parameters()):
                t.mul_(1 - tau).add_(o, alpha=tau)
        if step % 1500 == 0:
            print("step %d loss %.4f return %.3f, wins %.2f"
                  % (step, np.mean(losses[-500:]), *play(online, 100, seed=1000)))
    print("final, other games: return %.3f, wins %.2f" % play(online, 300, seed=2000))


if __name__ == "__main__":
    main()
