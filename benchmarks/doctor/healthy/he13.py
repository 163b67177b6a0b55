"""Double DQN on a small frozen maze. The agent may start in any free cell."""
import random
from collections import deque, namedtuple

import torch
from torch import nn

MAZE = ["....#",
        ".##..",
        "...#.",
        ".#..G"]
ROWS, COLS = len(MAZE), len(MAZE[0])
FREE = [(r, c) for r in range(ROWS) for c in range(COLS) if MAZE[r][c] == "."]
Step = namedtuple("Step", "s a r s2 terminal")


class Maze:
    limit = 50
    deltas = ((-1, 0), (0, 1), (1, 0), (0, -1))

    def reset(self, cell=None):
        self.cell = cell if cell is not None else random.choice(FREE)
        self.t = 0
        return self.state()

    def state(self):
        v = torch.zeros(ROWS * COLS)
        v[self.cell[0] * COLS + self.cell[1]] = 1.0
        return v

    def step(self, a):
        r, c = self.cell[0] + self.deltas[a][0], self.cell[1] + self.deltas[a][1]
        if 0 <= r < ROWS and 0 <= c < COLS and MAZE[r][c] != "#":
            self.cell = (r, c)
        self.t += 1
        terminal = MAZE[self.cell[0]][self.cell[1]] == "G"
        truncated = self.t >= self.limit and not terminal
        return self.state(), (1.0 if terminal else -0.02), terminal, truncated


def make_net():
    return nn.Sequential(nn.Linear(ROWS * COLS, 64), nn.ReLU(), nn.Linear(64, 4))


class Agent:
    def __init__(self, gamma=0.95, tau=0.02, lr=2e-3):
        self.online, self.target = make_net(), make_net()
        self.target.load_state_dict(self.online.state_dict())
        for p in self.target.parameters():
            p.requires_grad = False
        self.gamma, self.tau = gamma, tau
        self.opt = torch.optim.Adam(self.online.parameters(), lr=lr)
        self.memory = deque(maxlen=5000)

    @torch.no_grad()
    def act(self, s, eps):
        if random.random() < eps:
            return random.randrange(4)
        return int(self.online(s).argmax())

    def learn(self, size=64):
        batch = Step(*zip(*random.sample(self.memory, size)))
        s, s2 = torch.stack(batch.s), torch.stack(batch.s2)
        a = torch.tensor(batch.a)[:, None]
        r = torch.tensor(batch.r)[:, None]
        alive = 1.0 - torch.tensor(batch.terminal, dtype=torch.float32)[:, None]
        with torch.no_grad():
            pick = self.online(s2).argmax(dim=1, keepdim=True)
            goal = r + self.gamma * alive * self.target(s2).gather(1, pick)
        loss = nn.functional.smooth_l1_loss(self.online(s).gather(1, a), goal)
        self.opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.online.parameters(), 10.0)
        self.opt.step()
        with torch.no_grad():
            for slow, fast in zip(self.target.parameters(), self.online.parameters()):
                slow.lerp_(fast, self.tau)


def success(agent, env):
    wins = 0
    for cell in FREE:
        s, over = env.reset(cell), False
        while not over:
            s, _, terminal, truncated = env.step(agent.act(s, eps=0.0))
            over = terminal or truncated
        wins += terminal
    return wins / len(FREE)


if __name__ == "__main__":
    random.seed(6)
    torch.manual_seed(6)
    torch.set_num_threads(2)
    env, agent = Maze(), Agent()
    for episode in range(1, 301):
        eps = max(0.1, 1 - episode / 120)
        s, over = env.reset(), False
        while not over:
            a = agent.act(s, eps)
            s2, r, terminal, truncated = env.step(a)
            # a run cut off by the clock is not an end of the world: bootstrap there
            agent.memory.append(Step(s, a, r, s2, terminal))
            s, over = s2, terminal or truncated
            if len(agent.memory) >= 300:
                agent.learn()
        if episode % 50 == 0:
            print(f"episode {episode}: success from every cell {success(agent, Maze()):.2f}")
