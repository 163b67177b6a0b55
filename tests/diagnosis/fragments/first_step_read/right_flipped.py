import torch
from torch import nn


class Retain(nn.Module):
    """Reads the visits backwards in time, as in RETAIN."""

    def __init__(self, dim):
        super().__init__()
        self.gru = nn.GRU(dim, dim, batch_first=True)
        self.fc = nn.Linear(dim, 1)

    def forward(self, visits):
        out, _ = self.gru(torch.flip(visits, dims=[1]))
        out = torch.flip(out, dims=[1])
        return self.fc(out[:, 0])
