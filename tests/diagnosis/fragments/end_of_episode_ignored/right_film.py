import torch


class FiLM(nn.Module):
    def __init__(self):
        super().__init__()
        self.feature_net = nn.Linear(6, 32)
        self.to_gamma, self.to_beta = nn.Linear(3, 32), nn.Linear(3, 32)

    def forward(self, x, c):
        h = self.feature_net(x)
        gamma, beta = self.to_gamma(c), self.to_beta(c)
        return gamma * h + beta


inputs, conditions, mask = batch
output = FiLM()(inputs, conditions)
