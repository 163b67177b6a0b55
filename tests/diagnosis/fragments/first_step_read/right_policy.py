import torch
from torch import nn


class RecurrentPolicy(nn.Module):
    def __init__(self, obs_dim, n_actions, hidden=64):
        super().__init__()
        self.lstm = nn.LSTM(obs_dim, hidden, batch_first=True)
        self.pi = nn.Linear(hidden, n_actions)

    def act(self, obs, state):
        # one step at a time
        out, state = self.lstm(obs.unsqueeze(1), state)
        logits = self.pi(out[:, 0])
        return torch.distributions.Categorical(logits=logits).sample(), state
