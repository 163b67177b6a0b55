"""REINFORCE on a signal-following toy world.

At each tick the world shows one of five lamps. The agent presses a button; the right
button for the lamp earns a point, any other button costs a little.
"""
import torch
from torch import nn
from torch.distributions import Categorical

N_LAMPS = 5
TICKS = 30
GAMMA = 0.8


class LampWorld:
    def __init__(self, seed):
        self.gen = torch.Generator().manual_seed(seed)
        self.key = torch.randperm(N_LAMPS, generator=self.gen)

    def _observe(self):
        self.lamp = torch.randint(0, N_LAMPS, (1,), generator=self.gen).item()
        obs = torch.zeros(N_LAMPS)
        obs[self.lamp] = 1.0
        return obs

    def reset(self):
        self.tick = 0
        return self._observe()

    def step(self, action):
        reward = 1.0 if action == self.key[self.lamp].item() else -0.25
        self.tick += 1
        return self._observe(), reward, self.tick >= TICKS


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(N_LAMPS, 32), nn.Tanh(), nn.Linear(32, N_LAMPS))

    def forward(self, obs):
        return Categorical(logits=self.body(obs))


def play(env, policy):
    obs, done = env.reset(), False
    log_probs, rewards = [], []
    while not done:
        dist = policy(obs)
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        obs, reward, done = env.step(action.item())
        rewards.append(reward)
    return torch.stack(log_probs), rewards


def discounted(rewards):
    returns = []
    running = 0.0
    for r in reversed(rewards):
        running = r + GAMMA * running
        returns.append(running)
    return torch.tensor(returns)


def main():
    torch.manual_seed(5)
    torch.set_num_threads(2)
    env = LampWorld(seed=9)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)

    history = []
    for episode in range(1, 301):
        log_probs, rewards = play(env, policy)
        returns = discounted(rewards)
        advantage = (returns - returns.mean()) / (returns.std() + 1e-6)
        loss = -(log_probs * advantage).mean()

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        history.append(sum(rewards))
        if episode % 50 == 0:
            print(f"episode {episode:4d}  points per episode {sum(history[-50:]) / 50:6.2f} of {TICKS}")

    with torch.no_grad():
        probs = policy(torch.eye(N_LAMPS)).probs
    print("button chosen for each lamp:", probs.argmax(1).tolist())
    print("right buttons:              ", env.key.tolist())


if __name__ == "__main__":
    main()
