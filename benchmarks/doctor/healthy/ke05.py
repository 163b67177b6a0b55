"""REINFORCE with a learned baseline on a small "catch" game.

A ball falls straight down through a 7x7 field, the paddle at the bottom moves
left / stays / moves right.  +1 if caught, -1 if not.  All episodes have exactly
six moves, so a batch of them can be played side by side.
"""
import torch
from torch import nn
from torch.distributions import Categorical

SIZE, MOVES = 7, 6


class Catch:
    def __init__(self, n, gen):
        self.ball = torch.randint(SIZE, (n,), generator=gen)
        self.paddle = torch.randint(SIZE, (n,), generator=gen)
        self.row = 0

    def observe(self):
        one_hot = nn.functional.one_hot
        row = torch.full_like(self.ball, self.row)
        return torch.cat([one_hot(self.ball, SIZE), one_hot(self.paddle, SIZE), one_hot(row, SIZE)], 1).float()

    def step(self, action):                       # 0 left, 1 stay, 2 right
        self.paddle = (self.paddle + action - 1).clamp(0, SIZE - 1)
        self.row += 1

    def reward(self):                             # only asked for after the last move
        return (self.ball == self.paddle).float() * 2 - 1


def mlp(out):
    return nn.Sequential(nn.Linear(3 * SIZE, 64), nn.Tanh(), nn.Linear(64, out))


def play(policy, n, gen, greedy=False):
    env, states, logps, entropies = Catch(n, gen), [], [], []
    for _ in range(MOVES):
        s = env.observe()
        dist = Categorical(logits=policy(s))
        a = dist.probs.argmax(1) if greedy else dist.sample()
        states.append(s)
        logps.append(dist.log_prob(a))
        entropies.append(dist.entropy())
        env.step(a)
    return torch.stack(states), torch.stack(logps), torch.stack(entropies), env.reward()


@torch.no_grad()
def catch_rate(policy, n, seed, greedy=True):
    reward = play(policy, n, torch.Generator().manual_seed(seed), greedy)[3]
    return (reward > 0).float().mean().item()


def main():
    torch.manual_seed(3)
    policy, value = mlp(3), mlp(1)
    opt_policy = torch.optim.Adam(policy.parameters(), lr=3e-3)
    opt_value = torch.optim.Adam(value.parameters(), lr=1e-2)
    gen = torch.Generator().manual_seed(100)      # start positions for training

    print(f"untrained policy, sampling: {catch_rate(policy, 5000, 999, greedy=False):.3f}")
    for update in range(1, 501):
        states, logp, entropy, reward = play(policy, 96, gen)
        # the only reward comes at the end and there is no discount,
        # so the return of every move is the final reward
        returns = reward.expand(MOVES, -1)
        v = value(states).squeeze(-1)
        advantage = returns - v.detach()          # the baseline must not get the policy's gradient

        policy_loss = -(logp * advantage).mean() - 0.01 * entropy.mean()
        opt_policy.zero_grad()
        policy_loss.backward()
        opt_policy.step()

        value_loss = nn.functional.mse_loss(v, returns)
        opt_value.zero_grad()
        value_loss.backward()
        opt_value.step()

        if update % 50 == 0:
            print(f"update {update:3d}  mean reward {reward.mean().item():+.2f}  value loss {value_loss.item():.3f}  "
                  f"entropy {entropy.mean().item():.2f}  greedy catch rate {catch_rate(policy, 2000, 500 + update):.3f}")

    print(f"final, fresh games: greedy {catch_rate(policy, 10000, 4242):.3f}, "
          f"sampling {catch_rate(policy, 10000, 4242, greedy=False):.3f}")


if __name__ == "__main__":
    main()
