"""Double DQN on a 6x6 grid with walls. Some start cells are kept for the final evaluation."""
import random
from collections import deque, namedtuple

import torch
import torch.nn as nn

Transition = namedtuple("Transition", "obs action reward next_obs terminated")

GRID = ["......",
        ".##.#.",
        "....#.",
        ".#.##.",
        ".#....",
        ".####G"]
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
GOAL = (5, 5)
FREE = [(r, c) for r in range(6) for c in range(6) if GRID[r][c] == "."]
MAX_STEPS = 40


def encode(cell):
    v = torch.zeros(12)
    v[cell[0]] = 1.0
    v[6 + cell[1]] = 1.0
    return v


def env_step(cell, action):
    r, c = cell[0] + MOVES[action][0], cell[1] + MOVES[action][1]
    if not (0 <= r < 6 and 0 <= c < 6) or GRID[r][c] == "#":
        r, c = cell
    done = (r, c) == GOAL
    return (r, c), (1.0 if done else -0.02), done


class Replay:
    def __init__(self, size):
        self.data = deque(maxlen=size)

    def push(self, *item):
        self.data.append(Transition(*item))

    def sample(self, n):
        t = Transition(*zip(*random.sample(self.data, n)))
        return Transition(torch.stack(t.obs), torch.tensor(t.action), torch.tensor(t.reward),
                          torch.stack(t.next_obs), torch.tensor(t.terminated, dtype=torch.float32))

    def __len__(self):
        return len(self.data)


def make_net():
    return nn.Sequential(nn.Linear(12, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))


@torch.no_grad()
def greedy(net, cell):
    return int(net(encode(cell)).argmax())


def solve_rate(net, starts):
    solved, steps = 0, []
    for start in starts:
        cell = start
        for t in range(1, MAX_STEPS + 1):
            cell, _, done = env_step(cell, greedy(net, cell))
            if done:
                solved += 1
                steps.append(t)
                break
    return solved / len(starts), sum(steps) / max(1, len(steps))


def main(total_steps=8000, batch=64, gamma=0.95, tau=0.01, lr=1e-3, warmup=500):
    random.seed(4)
    torch.manual_seed(4)
    cells = FREE[:]
    random.shuffle(cells)
    held_out, starts = cells[:5], cells[5:]

    online, target = make_net(), make_net()
    target.load_state_dict(online.state_dict())
    target.requires_grad_(False)
    opt = torch.optim.Adam(online.parameters(), lr=lr)
    memory = Replay(5000)

    cell, t = random.choice(starts), 0
    for step in range(1, total_steps + 1):
        eps = max(0.05, 1.0 - step / (0.5 * total_steps))
        action = random.randrange(4) if random.random() < eps else greedy(online, cell)
        nxt, reward, terminated = env_step(cell, action)
        memory.push(encode(cell), action, reward, encode(nxt), terminated)
        t += 1
        # running out of time ends the episode, but is no terminal state of the task
        if terminated or t == MAX_STEPS:
            cell, t = random.choice(starts), 0
        else:
            cell = nxt

        if len(memory) >= warmup:
            b = memory.sample(batch)
            q = online(b.obs).gather(1, b.action.unsqueeze(1)).squeeze(1)
            with torch.no_grad():
                best_next = online(b.next_obs).argmax(1, keepdim=True)
                next_q = target(b.next_obs).gather(1, best_next).squeeze(1)
                y = b.reward + gamma * (1 - b.terminated) * next_q
            loss = nn.functional.smooth_l1_loss(q, y)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(online.parameters(), 10.0)
            opt.step()
            with torch.no_grad():
                for p_t, p in zip(target.parameters(), online.parameters()):
                    p_t.lerp_(p, tau)

        if step % 2000 == 0:
            rate, length = solve_rate(online, starts)
            print(f"{step:5d}  eps {eps:.2f}  solved from training starts {rate:.2f} in {length:.1f} moves")

    rate, length = solve_rate(online, held_out)
    print(f"held-out starts {held_out}: solved {rate:.2f} in {length:.1f} moves")


if __name__ == "__main__":
    main()
