"""REINFORCE with a value baseline: bring a sliding cart to rest at the origin. Many carts in parallel."""
from dataclasses import dataclass

import torch
from torch import nn
from torch.distributions import Categorical


@dataclass(frozen=True)
class Config:
    n_envs: int = 256
    horizon: int = 40
    updates: int = 250
    gamma: float = 0.97
    lr: float = 3e-3
    entropy: float = 0.005
    reward_scale: float = 0.1
    seed: int = 0


class Carts:
    """state: position, velocity, share of the time left; actions: push left, nothing, push right"""

    def __init__(self, n, horizon, seed):
        self.n, self.horizon = n, horizon
        self.gen = torch.Generator().manual_seed(seed)

    def reset(self):
        self.pos = torch.rand(self.n, generator=self.gen) * 4 - 2
        self.vel = torch.rand(self.n, generator=self.gen) - 0.5
        self.t = 0
        return self._obs()

    def _obs(self):
        left = torch.full((self.n,), 1 - self.t / self.horizon)
        return torch.stack([self.pos, self.vel, left], dim=1)

    def step(self, action):
        self.vel = 0.95 * self.vel + 0.1 * (action.float() - 1)
        self.pos = self.pos + 0.3 * self.vel
        self.t += 1
        reward = -(self.pos.abs() + 0.1 * self.vel.abs())
        return self._obs(), reward


class ActorCritic(nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(3, hidden), nn.Tanh(), nn.Linear(hidden, 3))
        self.critic = nn.Sequential(nn.Linear(3, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, obs):
        return Categorical(logits=self.actor(obs)), self.critic(obs).squeeze(-1)


@torch.no_grad()
def rollout(model, env):
    obs, acts, rews = [], [], []
    o = env.reset()
    for _ in range(env.horizon):
        a = model(o)[0].sample()
        obs.append(o)
        acts.append(a)
        o, r = env.step(a)
        rews.append(r)
    return torch.stack(obs), torch.stack(acts), torch.stack(rews)


def returns_to_go(rews, gamma):
    out, running = torch.zeros_like(rews), torch.zeros_like(rews[0])
    for t in reversed(range(len(rews))):
        running = rews[t] + gamma * running
        out[t] = running
    return out


@torch.no_grad()
def play(env, policy):
    o, total = env.reset(), 0.0
    for _ in range(env.horizon):
        o, r = env.step(policy(o))
        total += r.mean().item()
    return total


def main(cfg=Config()):
    torch.manual_seed(cfg.seed)
    env = Carts(cfg.n_envs, cfg.horizon, seed=cfg.seed)
    model = ActorCritic()
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, total_iters=cfg.updates)

    for update in range(cfg.updates):
        obs, acts, rews = rollout(model, env)
        target = returns_to_go(cfg.reward_scale * rews, cfg.gamma)
        dist, value = model(obs)
        advantage = target - value.detach()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        policy_loss = -(dist.log_prob(acts) * advantage).mean()
        value_loss = nn.functional.smooth_l1_loss(value, target)
        loss = policy_loss + 0.5 * value_loss - cfg.entropy * dist.entropy().mean()

        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if update % 25 == 0:
            print(f"{update:4d}  return {rews.sum(0).mean():8.2f}  value loss {value_loss.item():.3f}")

    # start states that were not played in training
    fresh = lambda: Carts(1000, cfg.horizon, seed=12345)
    greedy = play(fresh(), lambda o: model(o)[0].logits.argmax(-1))
    idle = play(fresh(), lambda o: torch.ones(len(o), dtype=torch.long))
    chance = play(fresh(), lambda o: torch.randint(3, (len(o),)))
    print(f"greedy {greedy:.2f}   doing nothing {idle:.2f}   random {chance:.2f}")


if __name__ == "__main__":
    main()
