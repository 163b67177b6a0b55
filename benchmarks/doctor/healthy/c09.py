"""Double DQN for a small delivery robot: walk to the parcel, then to the door, around the pit."""
import random
from collections import deque, namedtuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

Transition = namedtuple("Transition", "obs action reward next_obs terminated")


class DeliveryEnv:
    """4 x 4 grid. Observation: one-hot planes of robot, parcel and door, and whether the parcel is carried."""

    moves = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    size, limit = 4, 25
    pit = (1, 2)

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def reset(self):
        free = [(r, c) for r in range(self.size) for c in range(self.size) if (r, c) != self.pit]
        self.robot, self.parcel, self.door = self.rng.sample(free, 3)
        self.carried, self.steps = False, 0
        return self._obs()

    def _obs(self):
        planes = np.zeros((3, self.size, self.size), dtype=np.float32)
        planes[0][self.robot] = 1
        if not self.carried:
            planes[1][self.parcel] = 1
        planes[2][self.door] = 1
        return np.append(planes.ravel(), np.float32(self.carried))

    def step(self, action):
        dr, dc = self.moves[action]
        r = min(self.size - 1, max(0, self.robot[0] + dr))
        c = min(self.size - 1, max(0, self.robot[1] + dc))
        self.robot = (r, c)
        self.steps += 1
        reward, terminated = -0.02, False
        if self.robot == self.pit:
            reward, terminated = -1.0, True
        elif not self.carried and self.robot == self.parcel:
            self.carried, reward = True, 0.5
        elif self.carried and self.robot == self.door:
            reward, terminated = 1.0, True
        truncated = not terminated and self.steps >= self.limit
        return self._obs(), reward, terminated, truncated


class QNet(nn.Module):
    """Dueling head."""

    def __init__(self, inputs, actions, hidden=96):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.value, self.advantage = nn.Linear(hidden, 1), nn.Linear(hidden, actions)

    def forward(self, x):
        h = self.body(x)
        a = self.advantage(h)
        return self.value(h) + a - a.mean(dim=-1, keepdim=True)


class Replay:
    """Ring buffer on arrays."""

    def __init__(self, capacity, width, seed):
        self.capacity, self.rng = capacity, np.random.default_rng(seed)
        self.store = Transition(
            np.zeros((capacity, width), np.float32),
            np.zeros(capacity, np.int64),
            np.zeros(capacity, np.float32),
            np.zeros((capacity, width), np.float32),
            np.zeros(capacity, np.float32),
        )
        self.pushed = 0

    def push(self, *fields):
        at = self.pushed % self.capacity
        for array, value in zip(self.store, fields):
            array[at] = value
        self.pushed += 1

    def sample(self, n):
        idx = self.rng.integers(len(self), size=n)
        return Transition(*(torch.from_numpy(array[idx]) for array in self.store))

    def __len__(self):
        return min(self.pushed, self.capacity)


def update(online, target, optimizer, batch, gamma):
    obs, action, reward, next_obs, terminated = batch
    q = online(obs).gather(1, action[:, None]).squeeze(1)
    with torch.no_grad():
        best = online(next_obs).argmax(1, keepdim=True)
        future = target(next_obs).gather(1, best).squeeze(1)
        # an episode that only ran out of time still has a future
        goal = reward + gamma * (1 - terminated) * future
    loss = F.smooth_l1_loss(q, goal)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(online.parameters(), 5.0)
    optimizer.step()
    return loss.item()


@torch.no_grad()
def evaluate(policy, episodes=200, seed=999):
    env = DeliveryEnv(seed)
    delivered, returns = 0, []
    for _ in range(episodes):
        obs, total, done = env.reset(), 0.0, False
        while not done:
            obs, reward, terminated, truncated = env.step(policy(obs))
            total += reward
            done = terminated or truncated
        delivered += int(terminated and reward > 0)
        returns.append(total)
    return delivered / episodes, float(np.mean(returns))


def train(steps=14000, batch_size=64, gamma=0.95, seed=0):
    torch.manual_seed(seed)
    explore = random.Random(seed + 1)
    env = DeliveryEnv(seed + 2)
    obs = env.reset()
    memory = Replay(10000, len(obs), seed + 3)
    online, target = QNet(len(obs), 4), QNet(len(obs), 4)
    target.load_state_dict(online.state_dict())
    target.requires_grad_(False)
    optimizer = torch.optim.Adam(online.parameters(), lr=1e-3)
    losses = deque(maxlen=500)

    for step in range(1, steps + 1):
        epsilon = max(0.05, 1.0 - step / (0.4 * steps))
        if explore.random() < epsilon:
            action = explore.randrange(4)
        else:
            with torch.no_grad():
                action = int(online(torch.from_numpy(obs)).argmax())
        next_obs, reward, terminated, truncated = env.step(action)
        memory.push(obs, action, reward, next_obs, terminated)
        obs = env.reset() if terminated or truncated else next_obs

        if len(memory) >= 500:
            losses.append(update(online, target, optimizer, memory.sample(batch_size), gamma))
            with torch.no_grad():  # the target network follows slowly
                for t, o in zip(target.parameters(), online.parameters()):
                    t.mul_(0.99).add_(o, alpha=0.01)
        if step % 3500 == 0:
            rate, ret = evaluate(lambda o: int(online(torch.from_numpy(o)).argmax()), episodes=100, seed=555)
            print(f"step {step:6d} epsilon {epsilon:.2f} td loss {np.mean(losses):.4f} delivered {rate:.2f} return {ret:.2f}")
    return online


if __name__ == "__main__":
    net = train()
    net.eval()
    chance = random.Random(4)
    base = evaluate(lambda o: chance.randrange(4))
    final = evaluate(lambda o: int(net(torch.from_numpy(o)).argmax()))
    print("random walk: delivered %.2f, return %.2f" % base)
    print("learned:     delivered %.2f, return %.2f" % final)
