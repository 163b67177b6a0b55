import copy
import random
from collections import deque

import torch
import torch.nn.functional as F
from torch import nn

# DQN on a 6x6 grid: start anywhere, reach the corner.
SIZE, GOAL, LIMIT = 6, (5, 5), 40
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
GAMMA, BATCH, EPISODES = 0.95, 64, 300

random.seed(0)
torch.manual_seed(0)
torch.set_num_threads(2)


def encode(cell):
    v = torch.zeros(SIZE * SIZE)
    v[cell[0] * SIZE + cell[1]] = 1.0
    return v


def move(cell, action):
    dr, dc = MOVES[action]
    nxt = (min(max(cell[0] + dr, 0), SIZE - 1), min(max(cell[1] + dc, 0), SIZE - 1))
    if nxt == GOAL:
        return nxt, 1.0, True
    return nxt, 0.0, False


def random_start():
    while True:
        cell = (random.randrange(SIZE), random.randrange(SIZE))
        if cell != GOAL:
            return cell


q_net = nn.Sequential(nn.Linear(SIZE * SIZE, 64), nn.ReLU(), nn.Linear(64, 4))
target_net = copy.deepcopy(q_net)
target_net.requires_grad_(False)
optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)
memory = deque(maxlen=10_000)


def act(cell, eps):
    if random.random() < eps:
        return random.randrange(4)
    with torch.no_grad():
        return q_net(encode(cell)).argmax().item()


def learn():
    batch = random.sample(memory, BATCH)
    s, a, r, s2, d = zip(*batch)
    s, s2 = torch.stack(s), torch.stack(s2)
    a = torch.tensor(a)
    r = torch.tensor(r)
    d = torch.tensor(d, dtype=torch.float32)
    q = q_net(s).gather(1, a.unsqueeze(1)).squeeze(1)
    with torch.no_grad():
        best_next = target_net(s2).max(dim=1).values
        target = r + GAMMA * (1 - d) * best_next
    loss = F.smooth_l1_loss(q, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def greedy_success():
    wins = 0
    starts = [(i, j) for i in range(SIZE) for j in range(SIZE) if (i, j) != GOAL]
    for cell in starts:
        for _ in range(LIMIT):
            cell, _, done = move(cell, act(cell, eps=0.0))
            if done:
                wins += 1
                break
    return wins / len(starts)


loss = float("nan")
for episode in range(EPISODES):
    eps = max(0.1, 1.0 - episode / 150)
    cell = random_start()
    for _ in range(LIMIT):
        action = act(cell, eps)
        nxt, reward, done = move(cell, action)
        memory.append((encode(cell), action, reward, encode(nxt), done))
        cell = nxt
        if len(memory) >= 500:
            loss = learn()
        if done:
            break
    if (episode + 1) % 50 == 0:
        print(f"episode {episode + 1}  eps {eps:.2f}  loss {loss:.5f}  "
              f"greedy success from all cells {greedy_success():.2f}")
