"""REINFORCE for a contextual bandit (one-step episodes), greedy policy judged on contexts never played."""
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.distributions import Categorical


class World(NamedTuple):
    w: Tensor  # context -> payoff of each arm

    def context(self, n: int, gen: torch.Generator) -> Tensor:
        return torch.randn(n, self.w.shape[0], generator=gen)

    def expected(self, ctx: Tensor) -> Tensor:
        return torch.sigmoid(2 * ctx @ self.w)

    def pull(self, ctx: Tensor, arm: Tensor, gen: torch.Generator) -> Tensor:
        p = self.expected(ctx).gather(1, arm[:, None]).squeeze(1)
        return torch.bernoulli(p, generator=gen)


def run(arms: int = 5, dim: int = 6, updates: int = 1500, batch: int = 256, entropy: float = 0.003) -> None:
    torch.manual_seed(17)
    play_gen, judge_gen = torch.Generator().manual_seed(1), torch.Generator().manual_seed(2)
    world = World(torch.randn(dim, arms))
    judge = world.context(4000, judge_gen)
    payoff = world.expected(judge)

    policy = nn.Sequential(nn.Linear(dim, 64), nn.Tanh(), nn.Linear(64, arms))
    critic = nn.Sequential(nn.Linear(dim, 64), nn.Tanh(), nn.Linear(64, 1), nn.Flatten(0))
    opt = torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=3e-3)

    for k in range(1, updates + 1):
        ctx = world.context(batch, play_gen)
        dist = Categorical(logits=policy(ctx))
        arm = dist.sample()
        reward = world.pull(ctx, arm, play_gen)
        value = critic(ctx)
        advantage = reward - value.detach()
        actor_loss = -(dist.log_prob(arm) * advantage).mean()
        critic_loss = (value - reward).square().mean()
        loss = actor_loss + 0.5 * critic_loss - entropy * dist.entropy().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if k % 300 == 0:
            with torch.no_grad():
                greedy = payoff.gather(1, policy(judge).argmax(1, keepdim=True)).mean().item()
            # the loss of a policy gradient says little, so only the payoff is printed
            print(f"{k:5d} greedy {greedy:.3f} | random {payoff.mean().item():.3f} | best possible {payoff.amax(1).mean().item():.3f}")


if __name__ == "__main__":
    run()
