"""Double DQN: bring a small cart to rest at x = 0.

The task never ends by itself. An episode is cut after 40 steps only to get a new
start, therefore every target bootstraps and there is deliberately no done-mask.
"""
import copy
import random
from collections import deque

import torch
from torch import nn

GAMMA, HORIZON, BATCH = 0.95, 40, 64
STEPS, WARMUP, SYNC = 8000, 500, 200
FORCE = torch.tensor([-0.2, 0.0, 0.2])


def reset(n, gen):
    x = 3 * torch.rand(n, generator=gen) - 1.5
    v = torch.rand(n, generator=gen) - 0.5
    return torch.stack([x, v], 1)


def advance(state, action):
    """Works on a batch; returns the next state and the reward for being there."""
    x, v = state.unbind(1)
    v = 0.98 * v + FORCE[action]
    x = x + 0.2 * v
    wall = x.abs() > 2
    v = torch.where(wall, torch.zeros_like(v), v)
    x = x.clamp(-2, 2)
    return torch.stack([x, v], 1), -(x ** 2 + 0.1 * v ** 2)


@torch.no_grad()
def average_return(act, n, seed):
    s, total = reset(n, torch.Generator().manual_seed(seed)), torch.zeros(n)
    for _ in range(HORIZON):
        s, r = advance(s, act(s))
        total += r
    return total.mean().item()


random.seed(5)
torch.manual_seed(5)
online = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 3))
target = copy.deepcopy(online).requires_grad_(False)
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
huber = nn.SmoothL1Loss()
memory = deque(maxlen=8000)
starts = torch.Generator().manual_seed(50)


def greedy(s):
    return online(s).argmax(1)


def learn():
    s, a, r, s2 = (torch.stack(col) for col in zip(*random.sample(memory, BATCH)))
    q = online(s).gather(1, a.unsqueeze(1)).squeeze(1)
    with torch.no_grad():
        choice = online(s2).argmax(1, keepdim=True)
        goal = r + GAMMA * target(s2).gather(1, choice).squeeze(1)
    loss = huber(q, goal)
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(online.parameters(), 10.0)
    opt.step()
    return loss.item()


state, best, best_weights = reset(1, starts), float("-inf"), None
for step in range(1, STEPS + 1):
    eps = max(0.05, 1 - step / (0.5 * STEPS))
    if random.random() < eps:
        action = torch.randint(3, (1,))
    else:
        with torch.no_grad():
            action = greedy(state)
    nxt, reward = advance(state, action)
    memory.append((state[0], action[0], reward[0], nxt[0]))
    state = reset(1, starts) if step % HORIZON == 0 else nxt

    if step > WARMUP:
        loss = learn()
        if step % SYNC == 0:
            target.load_state_dict(online.state_dict())
        if step % 1000 == 0:
            score = average_return(greedy, 200, seed=60)      # validation starts
            print(f"step {step:5d}  eps {eps:.2f}  loss {loss:.4f}  return on validation starts {score:.2f}")
            if score > best:
                best, best_weights = score, copy.deepcopy(online.state_dict())

online.load_state_dict(best_weights)
dice = torch.Generator().manual_seed(70)
print("other starts, 40 steps each")
print(f"  random      {average_return(lambda s: torch.randint(3, (len(s),), generator=dice), 1000, 80):8.2f}")
print(f"  do nothing  {average_return(lambda s: torch.ones(len(s), dtype=torch.long), 1000, 80):8.2f}")
print(f"  double DQN  {average_return(greedy, 1000, 80):8.2f}")
