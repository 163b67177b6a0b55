#!/usr/bin/env python
"""Double DQN on a windy 6x6 grid: reach the goal, avoid the pit.

Training episodes start on random cells of one subset of the start positions; the score is measured greedily from
start cells never used for training.
"""
import argparse
import collections
import json
import pathlib
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
Step = collections.namedtuple("Step", "s a r s2 terminal")


class Grid:
    """Gym-like: step() tells a true end (`terminated`) from the time limit (`truncated`)."""

    size, goal, limit = 6, (5, 5), 30
    pits = {(2, 2), (3, 4)}

    def __init__(self, starts, seed):
        self.starts, self.rng = list(starts), random.Random(seed)

    def obs(self):
        v = np.zeros(2 * self.size, dtype=np.float32)
        v[self.pos[0]] = 1.0
        v[self.size + self.pos[1]] = 1.0
        return v

    def reset(self, start=None):
        self.pos = start if start is not None else self.rng.choice(self.starts)
        self.t = 0
        return self.obs()

    def step(self, action):
        if self.rng.random() < 0.1:  # a gust of wind
            action = self.rng.randrange(4)
        dr, dc = MOVES[action]
        self.pos = (min(max(self.pos[0] + dr, 0), self.size - 1), min(max(self.pos[1] + dc, 0), self.size - 1))
        self.t += 1
        if self.pos == self.goal:
            return self.obs(), 1.0, True, False
        if self.pos in self.pits:
            return self.obs(), -1.0, True, False
        return self.obs(), -0.02, False, self.t >= self.limit


class Replay:
    def __init__(self, capacity, rng):
        self.buf, self.rng = collections.deque(maxlen=capacity), rng

    def push(self, *step):
        self.buf.append(Step(*step))

    def sample(self, n):
        s, a, r, s2, d = zip(*self.rng.sample(self.buf, n))
        return (torch.from_numpy(np.stack(s)), torch.tensor(a), torch.tensor(r, dtype=torch.float32),
                torch.from_numpy(np.stack(s2)), torch.tensor(d, dtype=torch.float32))

    def __len__(self):
        return len(self.buf)


def qnet():
    return nn.Sequential(nn.Linear(2 * Grid.size, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4))


@torch.no_grad()
def greedy(net, starts, seed, repeats=4):
    """Mean return and success rate of the greedy policy; net=None plays at random."""
    env, rng = Grid(starts, seed), random.Random(seed)
    returns, wins = [], 0
    for start in list(starts) * repeats:
        s, total, over = env.reset(start), 0.0, False
        while not over:
            a = rng.randrange(4) if net is None else int(net(torch.from_numpy(s)).argmax())
            s, r, terminated, truncated = env.step(a)
            total += r
            over = terminated or truncated
        returns.append(total)
        wins += env.pos == Grid.goal
    return float(np.mean(returns)), wins / len(returns)


def td_loss(net, target, batch, gamma):
    s, a, r, s2, terminal = batch
    q = net(s).gather(1, a.unsqueeze(1)).squeeze(1)
    with torch.no_grad():
        best = net(s2).argmax(dim=1, keepdim=True)            # chosen by the online net
        nxt = target(s2).gather(1, best).squeeze(1)           # valued by the target net
        y = r + gamma * (1.0 - terminal) * nxt                # time-outs still bootstrap
    return F.smooth_l1_loss(q, y)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--steps", type=int, default=8000)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--gamma", type=float, default=0.97)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--tau", type=float, default=0.01)
    p.add_argument("--warmup", type=int, default=500)
    p.add_argument("--seed", type=int, default=3)
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("outputs/l03"))
    args = p.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    cells = [(r, c) for r in range(Grid.size) for c in range(Grid.size) if (r, c) != Grid.goal and (r, c) not in Grid.pits]
    rng.shuffle(cells)
    held_out, train_starts = cells[:10], cells[10:]

    net, target = qnet(), qnet()
    target.load_state_dict(net.state_dict())
    target.requires_grad_(False)
    optim = torch.optim.Adam(net.parameters(), lr=args.lr)
    memory = Replay(5000, rng)
    env = Grid(train_starts, args.seed + 1)

    base = greedy(None, held_out, seed=99, repeats=20)
    print(f"random policy: return {base[0]:+.3f} success {base[1]:.2f}")
    s, losses, log = env.reset(), collections.deque(maxlen=500), []
    for step in range(1, args.steps + 1):
        eps = max(0.05, 1.0 - step / (0.5 * args.steps))
        if rng.random() < eps:
            a = rng.randrange(4)
        else:
            with torch.no_grad():
                a = int(net(torch.from_numpy(s)).argmax())
        s2, r, terminated, truncated = env.step(a)
        memory.push(s, a, r, s2, terminated)
        s = env.reset() if terminated or truncated else s2

        if len(memory) >= args.warmup:
            loss = td_loss(net, target, memory.sample(args.batch_size), args.gamma)
            optim.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 10.0)
            optim.step()
            losses.append(loss.item())
            with torch.no_grad():
                for tp, op in zip(target.parameters(), net.parameters()):
                    tp.lerp_(op, args.tau)
        if step % 1000 == 0:
            ret, win = greedy(net, held_out, seed=step)
            log.append({"step": step, "td": float(np.mean(losses)), "return": ret, "success": win})
            print(f"step {step:5d} eps {eps:.2f} td {log[-1]['td']:.4f} held-out return {ret:+.3f} success {win:.2f}")

    ret, win = greedy(net, held_out, seed=99, repeats=20)
    print(f"final greedy policy: return {ret:+.3f} success {win:.2f} (random {base[0]:+.3f} / {base[1]:.2f})")
    (args.out / "log.json").write_text(json.dumps(log, indent=1))
    torch.save(net.state_dict(), args.out / "qnet.pt")


if __name__ == "__main__":
    main()
