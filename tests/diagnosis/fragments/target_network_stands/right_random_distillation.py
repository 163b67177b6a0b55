import torch
from torch import nn


def mlp(obs_dim, dim):
    return nn.Sequential(nn.Linear(obs_dim, dim), nn.ReLU(), nn.Linear(dim, dim))


class RND(nn.Module):
    """Random network distillation: the target is random, and stays so."""

    def __init__(self, obs_dim, dim=128):
        super().__init__()
        self.target = mlp(obs_dim, dim)
        self.predictor = mlp(obs_dim, dim)
        self.target.requires_grad_(False)

    def reward(self, obs):
        with torch.no_grad():
            goal = self.target(obs)
        return (self.predictor(obs) - goal).pow(2).mean(-1)


def step(rnd, batch, extrinsic_reward):
    reward = extrinsic_reward + 0.5 * rnd.reward(batch).detach()
    return reward, rnd.reward(batch).mean()
