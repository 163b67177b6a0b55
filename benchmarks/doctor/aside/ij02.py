import argparse
import os
import random
from collections import deque

import numpy as np
import torch
from torch import nn

parser = argparse.ArgumentParser(description="DQN in a corridor with two exits")
parser.add_argument("--episodes", type=int, default=400)
parser.add_argument("--gamma", type=float, default=0.95)
parser.add_argument("--lr", type=float, default=1e-3)
parser.add_argument("--batch", type=int, default=64)
parser.add_argument("--sync", type=int, default=200)
parser.add_argument("--seed", type=int, default=5)
args = parser.parse_args()

random.seed(args.seed)
np.random.seed(args.seed)
torch.manual_seed(args.seed)
os.makedirs("out/ij02", exist_ok=True)


class Corridor:
    """Cells 0..10. Cell 0 is the small exit (0.3), cell 10 the big one (1.0). Restarts by itself, as vector envs do."""
    length, start = 11, 2

    def __init__(self):
        self.pos = self.start

    def obs(self):
        x = np.zeros(self.length, dtype=np.float32)
        x[self.pos] = 1.0
        return x

    def step(self, action):
        self.pos += 1 if action == 1 else -1
        reward = {0: 0.3, 10: 1.0}.get(self.pos, 0.0)
        done = self.pos in (0, 10)
        if done:
            self.pos = self.start
        return self.obs(), reward, done


def make_net():
    return nn.Sequential(nn.Linear(Corridor.length, 64), nn.ReLU(), nn.Linear(64, 2))


q_net, target_net = make_net(), make_net()
target_net.load_state_dict(q_net.state_dict())
optimizer = torch.optim.Adam(q_net.parameters(), lr=args.lr)
memory = deque(maxlen=10000)


def learn():
    rows = random.sample(memory, args.batch)
    s, a, r, s2, done = zip(*rows)
    s = torch.from_numpy(np.stack(s))
    s2 = torch.from_numpy(np.stack(s2))
    a = torch.tensor(a).unsqueeze(1)
    r = torch.tensor(r, dtype=torch.float32)

    q = q_net(s).gather(1, a).squeeze(1)
    with torch.no_grad():
        best_next = target_net(s2).max(dim=1).values
        target = r + args.gamma * best_next
    loss = nn.functional.smooth_l1_loss(q, target)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(q_net.parameters(), 10.0)
    optimizer.step()


def play_greedy():
    env, ret, discount = Corridor(), 0.0, 1.0
    state = env.obs()
    for _ in range(50):
        with torch.no_grad():
            action = q_net(torch.from_numpy(state)).argmax().item()
        state, reward, done = env.step(action)
        ret += discount * reward
        discount *= args.gamma
        if done:
            break
    return ret, reward


env = Corridor()
state, steps = env.obs(), 0
for episode in range(args.episodes):
    eps = max(0.1, 1.0 - episode / (0.7 * args.episodes))
    for _ in range(100):
        if random.random() < eps:
            action = random.randrange(2)
        else:
            with torch.no_grad():
                action = q_net(torch.from_numpy(state)).argmax().item()
        next_state, reward, done = env.step(action)
        memory.append((state, action, reward, next_state, done))
        state = next_state
        steps += 1
        if len(memory) >= 500:
            learn()
        if steps % args.sync == 0:
            target_net.load_state_dict(q_net.state_dict())
        if done:
            break
    if (episode + 1) % 50 == 0:
        ret, last = play_greedy()
        value = q_net(torch.from_numpy(Corridor().obs())).max().item()
        print(f"episode {episode + 1}: predicted value of the start {value:.2f}, greedy return {ret:.2f}, exit {last}")

torch.save(q_net.state_dict(), "out/ij02/q.pt")
