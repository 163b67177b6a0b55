import copy
import gymnasium as gym
import torch


def main():
    env = gym.make("CartPole-v1")
    policy_net = DQN(4, 2)
    target_net = copy.deepcopy(policy_net)
    optimizer = torch.optim.Adam(policy_net.parameters(), lr=1e-3)
    for step in range(50_000):
        s, a, r, s2, done = memory.sample(64)
        with torch.no_grad():
            y = r + 0.99 * (1 - done) * target_net(s2).max(1).values
        loss = torch.nn.functional.mse_loss(policy_net(s).gather(1, a[:, None])[:, 0], y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
