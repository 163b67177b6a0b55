"""DQN on a small cart-pole (physics as in Gym's CartPole-v1, episodes capped at 200 steps)."""
import random
from collections import deque

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(0); np.random.seed(0); torch.manual_seed(0)
GAMMA, BATCH, CAP = 0.98, 64, 200


def reset():
    return np.random.uniform(-0.05, 0.05, 4)


def step(s, a):
    x, v, th, w = s
    force = 10.0 if a == 1 else -10.0
    tmp = (force + 0.05 * w * w * np.sin(th)) / 1.1
    acc_th = (9.8 * np.sin(th) - np.cos(th) * tmp) / (0.5 * (4 / 3 - 0.1 * np.cos(th) ** 2 / 1.1))
    acc_x = tmp - 0.05 * acc_th * np.cos(th) / 1.1
    s = np.array([x + 0.02 * v, v + 0.02 * acc_x, th + 0.02 * w, w + 0.02 * acc_th])
    fallen = abs(s[0]) > 2.4 or abs(s[2]) > 0.209
    return s, 1.0, fallen


def make_net():
    return nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))


def act(s, eps):
    if random.random() < eps:
        return random.randrange(2)
    with torch.no_grad():
        return q_net(torch.as_tensor(s, dtype=torch.float32)).argmax().item()


q_net, target_net = make_net(), make_net()
target_net.load_state_dict(q_net.state_dict())
optimizer = torch.optim.Adam(q_net.parameters(), lr=1e-3)
memory = deque(maxlen=10_000)
s, length, lengths = reset(), 0, []

for frame in range(1, 6001):
    a = act(s, eps=max(0.05, 1 - frame / 2500))
    s2, r, fallen = step(s, a)
    length += 1
    memory.append((s, a, r, s2, fallen))
    s = s2
    if fallen or length == CAP:
        lengths.append(length)
        s, length = reset(), 0
    if frame > 500:
        S, A, R, S2, D = (torch.as_tensor(np.array(c), dtype=torch.float32) for c in zip(*random.sample(memory, BATCH)))
        q = q_net(S).gather(1, A.long().unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            y = R + GAMMA * (1 - D) * target_net(S2).max(dim=1).values
        loss = F.smooth_l1_loss(q, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if frame % 200 == 0:
            target_net.load_state_dict(q_net.state_dict())
    if frame % 1000 == 0:
        print(f"frame {frame}: mean length of last 10 episodes {np.mean(lengths[-10:]):.1f}")

scores = []
for _ in range(10):
    s, n, fallen = reset(), 0, False
    while not fallen and n < CAP:
        s, _, fallen = step(s, act(s, eps=0.0))
        n += 1
    scores.append(n)
print(f"greedy policy: {np.mean(scores):.1f} steps on average (best possible {CAP})")
