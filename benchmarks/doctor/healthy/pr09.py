# Policy gradient with a learned baseline (advantage actor-critic, whole episodes) on a windy corridor.
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
SIZE, LIMIT, GAMMA = 6, 24, 0.97


class Grid:
    """Many grids at once. Start anywhere, walk to the goal; every step costs, wind pushes down now and then."""

    def __init__(self, n, seed):
        self.n, self.rng = n, np.random.default_rng(seed)

    def reset(self):
        self.pos = self.rng.integers(0, SIZE, (self.n, 2))
        self.goal = self.rng.integers(0, SIZE, (self.n, 2))
        self.done = (self.pos == self.goal).all(1)
        return self.observe()

    def observe(self):
        return torch.tensor(np.concatenate([self.pos, self.goal], 1) / (SIZE - 1) * 2 - 1, dtype=torch.float32)

    def step(self, action):
        move = np.array([[0, 1], [0, -1], [1, 0], [-1, 0]])[action]
        wind = (self.rng.random(self.n) < 0.1)[:, None] * np.array([[0, -1]])
        alive = ~self.done
        self.pos[alive] = np.clip(self.pos + move + wind, 0, SIZE - 1)[alive]
        arrived = alive & (self.pos == self.goal).all(1)
        reward = np.where(alive, -0.05, 0.0) + arrived * 1.0
        self.done |= arrived
        return self.observe(), torch.tensor(reward, dtype=torch.float32), torch.tensor(alive)


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 4))
        self.v = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 1))


@torch.no_grad()
def play(agent, seed, n=500):
    env = Grid(n, seed)
    obs, total = env.reset(), torch.zeros(n)
    for _ in range(LIMIT):
        a = torch.randint(4, (n,)) if agent is None else agent.pi(obs).argmax(-1)
        obs, r, _ = env.step(a.numpy())
        total += r
    return total.mean().item(), env.done.mean()


agent = Agent()
opt = torch.optim.RMSprop(agent.parameters(), lr=4e-3, alpha=0.95)
env = Grid(64, seed=1)
print("random walk: return %.3f, arrives %.2f" % play(None, 99))
for it in range(161):
    obs = env.reset()
    O, A, R, M = [], [], [], []
    for _ in range(LIMIT):
        with torch.no_grad():
            a = Categorical(logits=agent.pi(obs)).sample()
        nxt, r, alive = env.step(a.numpy())
        O.append(obs); A.append(a); R.append(r); M.append(alive)
        obs = nxt
    O, A, R, M = map(torch.stack, (O, A, R, M))
    G, acc = torch.zeros_like(R), torch.zeros(env.n)
    for t in range(LIMIT - 1, -1, -1):              # time's end counts as the end of the episode
        acc = R[t] + GAMMA * acc
        G[t] = acc
    O, A, G = O[M], A[M], G[M]                       # steps after the arrival are not part of an episode
    v = agent.v(O).squeeze(-1)
    adv = G - v.detach()
    adv = (adv - adv.mean()) / (adv.std() + 1e-6)
    pi = Categorical(logits=agent.pi(O))
    critic = nn.functional.smooth_l1_loss(v, G)
    loss = -(pi.log_prob(A) * adv).mean() + 0.5 * critic - 0.01 * pi.entropy().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(agent.parameters(), 1.0)
    opt.step()
    if it % 40 == 0:
        print(f"{it:4d} value loss {critic.item():.4f} entropy {pi.entropy().mean().item():.3f} greedy return %.3f, arrives %.2f" % play(agent, 5))
print("final, other grids: return %.3f, arrives %.2f" % play(agent, 1234))
