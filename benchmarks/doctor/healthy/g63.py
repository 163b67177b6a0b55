"""REINFORCE with a learned baseline on a hand-written, batched cart-pole (all poles are stepped at once)."""
import math

import torch
import torch.nn as nn
from torch.distributions import Categorical

device = "cuda" if torch.cuda.is_available() else "cpu"
HORIZON, GAMMA = 150, 0.99


def reset(n, gen=None):
    return (torch.rand(n, 4, generator=gen) * 0.1 - 0.05).to(device)


def physics(s, a):
    x, v, th, w = s.unbind(1)
    force = torch.where(a == 1, 10.0, -10.0)
    cos, sin = th.cos(), th.sin()
    tmp = (force + 0.05 * w ** 2 * sin) / 1.1
    acc_th = (9.8 * sin - cos * tmp) / (0.5 * (4 / 3 - 0.1 * cos ** 2 / 1.1))
    acc_x = tmp - 0.05 * acc_th * cos / 1.1
    nxt = torch.stack([x + 0.02 * v, v + 0.02 * acc_x, th + 0.02 * w, w + 0.02 * acc_th], 1)
    fallen = (nxt[:, 0].abs() > 2.4) | (nxt[:, 2].abs() > 12 * math.pi / 180)
    return nxt, fallen


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
        self.critic = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
        self.register_buffer("unit", torch.tensor([1.0, 1.0, 0.2, 1.0]))

    def forward(self, s):
        s = s / self.unit
        return Categorical(logits=self.actor(s)), self.critic(s).squeeze(-1)


@torch.no_grad()
def rollout(net, n):
    """States, actions, rewards and the mask of live steps, each (time, n)."""
    s, alive = reset(n), torch.ones(n, dtype=torch.bool, device=device)
    states, actions, rewards, masks = [], [], [], []
    for _ in range(HORIZON):
        a = net(s)[0].sample()
        nxt, fallen = physics(s, a)
        states.append(s), actions.append(a), masks.append(alive)
        rewards.append(alive.float())
        alive = alive & ~fallen
        s = torch.where(alive.unsqueeze(1), nxt, s)
        if not alive.any():
            break
    return torch.stack(states), torch.stack(actions), torch.stack(rewards), torch.stack(masks)


def returns(rewards):
    out, running = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        running = rewards[t] + GAMMA * running
        out[t] = running
    return out


@torch.no_grad()
def evaluate(net, n=200):
    """Mean length of greedy episodes from starts that training never used."""
    s, alive, length = reset(n, torch.Generator().manual_seed(999)), torch.ones(n, dtype=torch.bool, device=device), 0.0
    for _ in range(HORIZON):
        length += alive.float().mean().item()
        s, fallen = physics(s, net(s)[0].logits.argmax(-1))
        alive = alive & ~fallen
    return length


def main():
    torch.manual_seed(2)
    net = ActorCritic().to(device)
    actor = torch.optim.Adam(net.actor.parameters(), lr=1e-2)
    critic = torch.optim.Adam(net.critic.parameters(), lr=1e-2)
    print(f"before: {evaluate(net):.1f} of {HORIZON} steps")
    for it in range(1, 61):
        s, a, r, mask = rollout(net, 24)
        g = returns(r)[mask]
        policy, value = net(s[mask])
        advantage = g - value.detach()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        objective = (policy.log_prob(a[mask]) * advantage).mean() + 0.01 * policy.entropy().mean()

        actor.zero_grad()
        (-objective).backward()  # gradient ascent: the loss has no lower bound at zero
        actor.step()

        for _ in range(5):
            critic_loss = nn.functional.smooth_l1_loss(net.critic(s[mask] / net.unit).squeeze(-1), g)
            critic.zero_grad()
            critic_loss.backward()
            critic.step()

        if it % 10 == 0:
            print(f"iteration {it}: sampled length {mask.float().sum(0).mean():.1f}, critic loss {critic_loss.item():.2f}")
    print(f"after: {evaluate(net):.1f} of {HORIZON} steps")


if __name__ == "__main__":
    main()
