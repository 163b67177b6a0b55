"""Actor-critic with a recurrent policy: remember the colour shown at the start of a corridor."""
import torch
from torch import nn
from torch.distributions import Categorical

COLOURS, CORRIDOR, ENVS = 3, 6, 64


class RecallWorld:
    """A batch of corridors. The colour is visible at the first step only; at the last step
    the agent must name it (+1 right, -1 wrong). Actions before that have no effect."""

    def __init__(self, n, seed):
        self.n, self.gen = n, torch.Generator().manual_seed(seed)

    def reset(self):
        self.t = 0
        self.colour = torch.randint(0, COLOURS, (self.n,), generator=self.gen)
        return self._observe()

    def _observe(self):
        obs = torch.zeros(self.n, COLOURS + 1)
        if self.t == 0:
            obs[torch.arange(self.n), self.colour] = 1.0
        if self.t == CORRIDOR - 1:
            obs[:, -1] = 1.0
        return obs

    def step(self, action):
        last = self.t == CORRIDOR - 1
        reward = torch.zeros(self.n)
        if last:
            reward = (action == self.colour).float() * 2 - 1
        self.t += 1
        return self._observe(), reward, last


class RecurrentActorCritic(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.hidden = hidden
        self.cell = nn.GRUCell(COLOURS + 1, hidden)
        self.actor = nn.Linear(hidden, COLOURS)
        self.critic = nn.Linear(hidden, 1)

    def forward(self, obs, h):
        h = self.cell(obs, h)
        return Categorical(logits=self.actor(h)), self.critic(h).squeeze(-1), h


def rollout(env, model):
    obs, over = env.reset(), False
    h = torch.zeros(env.n, model.hidden)
    log_probs, values, rewards, entropies = [], [], [], []
    while not over:
        dist, value, h = model(obs, h)          # the state keeps its graph within an episode
        action = dist.sample()
        obs, reward, over = env.step(action)
        log_probs.append(dist.log_prob(action))
        values.append(value)
        rewards.append(reward)
        entropies.append(dist.entropy())
    return [torch.stack(z) for z in (log_probs, values, rewards, entropies)]


def returns_of(rewards, gamma):
    out = torch.zeros_like(rewards)
    running = torch.zeros(rewards.size(1))
    for t in range(rewards.size(0) - 1, -1, -1):
        running = rewards[t] + gamma * running
        out[t] = running
    return out


@torch.no_grad()
def test(model, seed=999):
    env = RecallWorld(500, seed)
    obs, over, h = env.reset(), False, torch.zeros(500, model.hidden)
    while not over:
        dist, _, h = model(obs, h)
        action = dist.probs.argmax(dim=-1)
        obs, reward, over = env.step(action)
    return (reward > 0).float().mean().item()


def main(updates=600, gamma=0.99):
    torch.manual_seed(12)
    torch.set_num_threads(2)
    env, model = RecallWorld(ENVS, seed=1), RecurrentActorCritic()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for update in range(1, updates + 1):
        log_probs, values, rewards, entropies = rollout(env, model)
        returns = returns_of(rewards, gamma)
        advantage = returns - values.detach()
        policy_loss = -(log_probs * advantage).mean()
        value_loss = (returns - values).pow(2).mean()
        loss = policy_loss + 0.5 * value_loss - 0.005 * entropies.mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if update % 100 == 0:
            print(f"update {update}: reward {rewards.sum(0).mean().item():+.2f} (loss {loss.item():+.3f})")
    print(f"names the colour correctly in {test(model):.1%} of new corridors")


if __name__ == "__main__":
    main()
