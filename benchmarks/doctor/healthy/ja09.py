"""REINFORCE on a vectorised cart-pole (equations of Barto, Sutton & Anderson), no gym needed.

An episode lasts at most 200 steps. The best policy is picked on a fixed set of validation starts
and reported on another set of starts.
"""
import copy
import math
import pathlib

import torch
from torch import nn
from torch.distributions import Categorical

HORIZON, GAMMA, DT = 200, 0.99, 0.02
OUT = pathlib.Path("out/ja09")


def starts(n, seed):
    g = torch.Generator().manual_seed(seed)
    return torch.rand(n, 4, generator=g) * 0.1 - 0.05


def physics(s, action):
    x, v, th, w = s.unbind(1)
    force = torch.where(action == 1, 10.0, -10.0)
    cos, sin = th.cos(), th.sin()
    tmp = (force + 0.05 * w * w * sin) / 1.1              # pole mass * half length = 0.05
    th_acc = (9.8 * sin - cos * tmp) / (0.5 * (4.0 / 3.0 - 0.1 * cos * cos / 1.1))
    x_acc = tmp - 0.05 * th_acc * cos / 1.1
    return torch.stack([x + DT * v, v + DT * x_acc, th + DT * w, w + DT * th_acc], dim=1)


def failed(s):
    return (s[:, 0].abs() > 2.4) | (s[:, 2].abs() > 12 * math.pi / 180)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 2))
        self.register_buffer("scale", torch.tensor([1.0, 1.0, 0.1, 1.0]))   # rough size of the state

    def forward(self, s):
        return Categorical(logits=self.net(s / self.scale), validate_args=False)


@torch.no_grad()
def play(choose, s):
    """Episode lengths (= returns) for the given starts."""
    alive = torch.ones(len(s), dtype=torch.bool)
    length = torch.zeros(len(s))
    for _ in range(HORIZON):
        length += alive
        s = torch.where(alive[:, None], physics(s, choose(s)), s)
        alive &= ~failed(s)
        if not alive.any():
            break
    return length


def collect(policy, s):
    """One batch of sampled episodes; tensors are [time, episode], mask marks real steps."""
    alive = torch.ones(len(s), dtype=torch.bool)
    log_probs, entropies, masks = [], [], []
    for _ in range(HORIZON):
        dist = policy(s)
        a = dist.sample()
        log_probs.append(dist.log_prob(a))
        entropies.append(dist.entropy())
        masks.append(alive.float())
        s = torch.where(alive[:, None], physics(s, a), s)
        alive = alive & ~failed(s)
        if not alive.any():
            break
    return torch.stack(log_probs), torch.stack(entropies), torch.stack(masks)


def returns_to_go(rewards):
    out, running = torch.zeros_like(rewards), torch.zeros(rewards.size(1))
    for t in reversed(range(rewards.size(0))):
        running = rewards[t] + GAMMA * running
        out[t] = running
    return out


def main(iterations=60, episodes=48):
    torch.set_num_threads(1)                            # batches are tiny
    torch.manual_seed(0)
    policy = Policy()
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    val_starts, test_starts = starts(100, 1001), starts(300, 2002)
    greedy = lambda s: policy(s).probs.argmax(1)

    best_len, best_state = -1.0, None
    for it in range(iterations):
        logp, ent, mask = collect(policy, torch.rand(episodes, 4) * 0.1 - 0.05)
        G = returns_to_go(mask)                         # reward 1 for every step survived
        # baseline: mean return-to-go of the episodes still running at the same time
        baseline = (G * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True)
        adv = (G - baseline) * mask
        adv = adv / ((adv.pow(2).sum() / mask.sum()).sqrt() + 1e-6)
        loss = -((logp * adv + 0.005 * ent) * mask).sum() / mask.sum()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        opt.step()

        if (it + 1) % 5 == 0:
            val_len = play(greedy, val_starts).mean().item()
            if val_len > best_len:
                best_len, best_state = val_len, copy.deepcopy(policy.state_dict())
            if (it + 1) % 20 == 0:
                print(f"iteration {it + 1:3d}  sampled {mask.sum(0).mean():6.1f}  greedy on validation starts {val_len:6.1f}")

    policy.load_state_dict(best_state)
    random_len = play(lambda s: torch.randint(0, 2, (len(s),)), test_starts).mean()
    print(f"test starts: learned {play(greedy, test_starts).mean():.1f} steps, random {random_len:.1f}, limit {HORIZON}")
    OUT.mkdir(parents=True, exist_ok=True)
    torch.save(best_state, OUT / "policy.pt")


if __name__ == "__main__":
    main()
