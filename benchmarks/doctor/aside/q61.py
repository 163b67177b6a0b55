"""REINFORCE on a 6x6 grid: walk from a random cell to the goal in the corner.
Every move costs 1, the episode is cut after 40 moves. 64 walkers run side by side."""
import torch
import torch.nn as nn
from torch.distributions import Categorical

SIZE, LIMIT, WALKERS, UPDATES, GAMMA = 6, 40, 64, 150, 0.97
device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(123)

MOVES = torch.tensor([[-1, 0], [1, 0], [0, -1], [0, 1]], device=device)
GOAL = torch.tensor([SIZE - 1, SIZE - 1], device=device)


class Policy(nn.Module):
    def __init__(self, n_states, n_actions, hidden=64):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(n_states, hidden), nn.Tanh(), nn.Linear(hidden, n_actions))

    def forward(self, state):
        return torch.softmax(self.body(state), dim=-1)


def one_hot(pos):
    return nn.functional.one_hot(pos[:, 0] * SIZE + pos[:, 1], SIZE * SIZE).float()


def episode(policy):
    pos = torch.randint(0, SIZE, (WALKERS, 2), device=device)
    alive = (pos != GOAL).any(dim=1)
    log_probs, rewards, masks, entropies = [], [], [], []
    for _ in range(LIMIT):
        dist = Categorical(logits=policy(one_hot(pos)))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        entropies.append(dist.entropy().mean().item())
        masks.append(alive.float())
        rewards.append(-alive.float())
        step = MOVES[action] * alive.unsqueeze(1)
        pos = (pos + step).clamp(0, SIZE - 1)
        alive = alive & (pos != GOAL).any(dim=1)
        if not alive.any():
            break
    return torch.stack(log_probs), torch.stack(rewards), torch.stack(masks), sum(entropies) / len(entropies)


policy = Policy(SIZE * SIZE, 4).to(device)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
history = []

for update in range(1, UPDATES + 1):
    log_probs, rewards, masks, entropy = episode(policy)

    returns = torch.zeros_like(rewards)
    running = torch.zeros(WALKERS, device=device)
    for t in reversed(range(len(rewards))):
        running = rewards[t] + GAMMA * running
        returns[t] = running

    n = masks.sum()
    mean = (returns * masks).sum() / n
    std = (((returns - mean) ** 2 * masks).sum() / n).sqrt()
    advantage = (returns - mean) / (std + 1e-6)

    loss = -(log_probs * advantage * masks).sum() / n
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

    history.append(rewards.sum(0).mean().item())
    if update % 25 == 0:
        print(f"update {update:4d}   return {sum(history[-25:]) / 25:7.2f}   entropy {entropy:.3f}")

print("a perfect player would get about", -float(SIZE - 1))
