"""REINFORCE with a learned baseline on a windy 5x5 grid. Rewards are negative, the surrogate loss has any sign."""
import random

import torch
from torch import nn

random.seed(0)
torch.manual_seed(0)
SIZE, GOAL, LIMIT = 5, (4, 4), 40
MOVES = [(0, 1), (0, -1), (1, 0), (-1, 0)]


def step(pos, action):
    if random.random() < 0.1:
        action = random.randrange(4)               # the wind
    r = min(max(pos[0] + MOVES[action][0], 0), SIZE - 1)
    c = min(max(pos[1] + MOVES[action][1], 0), SIZE - 1)
    return (r, c), -1.0, (r, c) == GOAL


def one_hot(pos):
    v = torch.zeros(SIZE * SIZE)
    v[pos[0] * SIZE + pos[1]] = 1.0
    return v


actor = nn.Linear(SIZE * SIZE, 4)
critic = nn.Linear(SIZE * SIZE, 1)
opt_a = torch.optim.Adam(actor.parameters(), lr=0.03)
opt_c = torch.optim.Adam(critic.parameters(), lr=0.1)


def play(greedy=False):
    pos = (random.randrange(SIZE), random.randrange(SIZE))
    while pos == GOAL:
        pos = (random.randrange(SIZE), random.randrange(SIZE))
    states, actions, rewards = [], [], []
    for _ in range(LIMIT):
        s = one_hot(pos)
        with torch.no_grad():
            logits = actor(s)
        a = logits.argmax().item() if greedy else torch.distributions.Categorical(logits=logits).sample().item()
        pos, r, done = step(pos, a)
        states.append(s)
        actions.append(a)
        rewards.append(r)
        if done:
            break
    return states, actions, rewards


def evaluate(n=200):
    return sum(sum(play(greedy=True)[2]) for _ in range(n)) / n


print(f"before: mean return {evaluate():.2f}")
for update in range(150):
    S, A, R = [], [], []
    for _ in range(10):
        s, a, r = play()
        g, back = 0.0, []
        for x in reversed(r):
            g = x + 0.98 * g
            back.append(g)
        S += s
        A += a
        R += back[::-1]
    S, A, R = torch.stack(S), torch.tensor(A), torch.tensor(R)

    value = critic(S).squeeze(1)
    advantage = R - value.detach()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    dist = torch.distributions.Categorical(logits=actor(S))
    policy_loss = -(dist.log_prob(A) * advantage).mean() - 0.01 * dist.entropy().mean()
    value_loss = nn.functional.mse_loss(value, R)

    opt_a.zero_grad()
    policy_loss.backward()
    opt_a.step()
    opt_c.zero_grad()
    value_loss.backward()
    opt_c.step()
    if update % 30 == 29:
        print(f"update {update + 1}: policy loss {policy_loss.item():+.4f}  critic {value_loss.item():.2f}  "
              f"greedy return in new games {evaluate():.2f}")
