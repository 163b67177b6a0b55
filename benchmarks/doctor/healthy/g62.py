"""Double DQN on a small grid with walls, written as a class that holds everything."""
import random
from collections import deque

import torch
from torch import nn

GRID = ["S....",
        ".##..",
        "...X.",
        ".#.#.",
        "..#.G"]
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
FREE = [(r, c) for r in range(5) for c in range(5) if GRID[r][c] in "S."]


class Maze:
    """+1 at G, -1 in the pit X, -0.02 for each move. At most 40 moves, then the episode is cut short."""

    def reset(self, cell=None):
        self.cell, self.t = cell or random.choice(FREE), 0
        return self.cell

    def step(self, action):
        r, c = self.cell[0] + MOVES[action][0], self.cell[1] + MOVES[action][1]
        if 0 <= r < 5 and 0 <= c < 5 and GRID[r][c] != "#":
            self.cell = (r, c)
        self.t += 1
        mark = GRID[self.cell[0]][self.cell[1]]
        reward = {"G": 1.0, "X": -1.0}.get(mark, -0.02)
        return self.cell, reward, mark in "GX", self.t >= 40


def shortest():
    """Moves to the goal from each free cell, without stepping into the pit."""
    distance, queue = {(4, 4): 0}, deque([(4, 4)])
    while queue:
        r, c = queue.popleft()
        for dr, dc in MOVES:
            n = (r + dr, c + dc)
            if n in FREE and n not in distance:
                distance[n] = distance[(r, c)] + 1
                queue.append(n)
    return distance


class Agent:
    gamma, batch, sync, start = 0.97, 64, 200, 200

    def __init__(self):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.q, self.target = self.net(), self.net()
        self.target.load_state_dict(self.q.state_dict())
        self.target.requires_grad_(False)
        self.optimizer = torch.optim.Adam(self.q.parameters(), lr=1e-3)
        self.memory = deque(maxlen=5000)
        self.updates = 0

    def net(self):
        return nn.Sequential(nn.Linear(25, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4)).to(self.device)

    def encode(self, cells):
        index = torch.tensor([r * 5 + c for r, c in cells], device=self.device)
        return nn.functional.one_hot(index, 25).float()

    @torch.no_grad()
    def act(self, cell, epsilon=0.0):
        if random.random() < epsilon:
            return random.randrange(4)
        return self.q(self.encode([cell])).argmax(1).item()

    def learn(self):
        if len(self.memory) < self.start:
            return None
        cells, actions, rewards, nexts, ended = zip(*random.sample(self.memory, self.batch))
        actions = torch.tensor(actions, device=self.device).unsqueeze(1)
        rewards = torch.tensor(rewards, device=self.device)
        going = 1.0 - torch.tensor(ended, dtype=torch.float32, device=self.device)
        with torch.no_grad():
            after = self.encode(nexts)
            chosen = self.q(after).argmax(1, keepdim=True)
            goal = rewards + self.gamma * going * self.target(after).gather(1, chosen).squeeze(1)
        value = self.q(self.encode(cells)).gather(1, actions).squeeze(1)
        loss = nn.functional.smooth_l1_loss(value, goal)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_value_(self.q.parameters(), 10.0)
        self.optimizer.step()
        self.updates += 1
        if self.updates % self.sync == 0:
            self.target.load_state_dict(self.q.state_dict())
        return loss.item()

    def train(self, episodes=450):
        maze, returns = Maze(), deque(maxlen=50)
        for episode in range(1, episodes + 1):
            epsilon = max(0.05, 1.0 - episode / 250)
            cell, total, done = maze.reset(), 0.0, False
            while not done:
                action = self.act(cell, epsilon)
                new, reward, ended, cut = maze.step(action)
                # only a real end stops the bootstrapping; running out of time does not
                self.memory.append((cell, action, reward, new, ended))
                cell, total, done = new, total + reward, ended or cut
                self.learn()
            returns.append(total)
            if episode % 75 == 0:
                print(f"episode {episode}  epsilon {epsilon:.2f}  mean return of the last 50: {sum(returns) / len(returns):+.3f}")

    def test(self):
        distance, arrived, perfect = shortest(), 0, 0
        for cell in FREE:
            maze = Maze()
            here, ended, cut = maze.reset(cell), False, False
            while not (ended or cut):
                here, _, ended, cut = maze.step(self.act(here))
            arrived += here == (4, 4)
            perfect += here == (4, 4) and maze.t == distance[cell]
        print(f"greedy policy: reaches the goal from {arrived}/{len(FREE)} cells, by a shortest way from {perfect}")


if __name__ == "__main__":
    random.seed(11)
    torch.manual_seed(11)
    agent = Agent()
    agent.train()
    agent.test()
