# PPO-clip on a corridor of nine cells. Both ends finish the episode, right end +1, left end -1.
import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(5)

N_CELLS, N_ENVS, HORIZON = 9, 16, 32
GAMMA, LAM, CLIP, K_EPOCHS, UPDATES = 0.99, 0.95, 0.2, 4, 40


class Corridor:
    """N_ENVS corridors at once, finished ones start again by themselves"""

    def __init__(self):
        self.cell = torch.full((N_ENVS,), N_CELLS // 2)

    def obs(self):
        return nn.functional.one_hot(self.cell, N_CELLS).float()

    def step(self, action):
        cell = self.cell + (2 * action - 1)
        right, left = cell == N_CELLS - 1, cell == 0
        reward = right.float() - left.float() - 0.01
        done = right | left
        self.cell = torch.where(done, torch.full_like(cell, N_CELLS // 2), cell)
        return self.obs(), reward, done.float(), right


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(N_CELLS, 32), nn.Tanh())
        self.pi = nn.Linear(32, 2)
        self.v = nn.Linear(32, 1)

    def forward(self, x):
        h = self.body(x)
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)


def gae(rewards, values, dones, last_value):
    adv = torch.zeros_like(rewards)
    running = torch.zeros(N_ENVS)
    for t in reversed(range(HORIZON)):
        nxt = last_value if t == HORIZON - 1 else values[t + 1]
        delta = rewards[t] + GAMMA * nxt * (1 - dones[t]) - values[t]
        running = delta + GAMMA * LAM * (1 - dones[t]) * running
        adv[t] = running
    return adv, adv + values


env, net = Corridor(), ActorCritic()
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
obs = env.obs()

for update in range(1, UPDATES + 1):
    buf = {k: [] for k in ("obs", "act", "logp", "rew", "done", "val")}
    wins = ends = 0.0
    for _ in range(HORIZON):
        dist, value = net(obs)
        act = dist.sample()
        buf["obs"].append(obs)
        buf["act"].append(act)
        buf["logp"].append(dist.log_prob(act))
        buf["val"].append(value.detach())
        obs, rew, done, right = env.step(act)
        buf["rew"].append(rew)
        buf["done"].append(done)
        wins += right.sum().item()
        ends += done.sum().item()
    with torch.no_grad():
        last_value = net(obs)[1]
    data = {k: torch.stack(v) for k, v in buf.items()}
    adv, ret = gae(data["rew"], data["val"], data["done"], last_value)
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)

    for _ in range(K_EPOCHS):
        dist, value = net(data["obs"])
        ratio = (dist.log_prob(data["act"]) - data["logp"]).exp()
        policy_loss = -torch.min(ratio * adv, ratio.clamp(1 - CLIP, 1 + CLIP) * adv).mean()
        value_loss = (value - ret).pow(2).mean()
        loss = policy_loss + 0.5 * value_loss - 0.01 * dist.entropy().mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        opt.step()

    if update % 5 == 0:
        print(f"update {update:3d}  finished {int(ends):4d}  right end {wins / max(ends, 1):.3f}")
