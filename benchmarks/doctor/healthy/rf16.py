"""Mixture density network for an inverse problem: several y fit one x."""
import math

import torch
from torch import nn


class MDN(nn.Module):
    def __init__(self, hidden=40, k=5):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.pi = nn.Linear(hidden, k)
        self.mu = nn.Linear(hidden, k)
        self.log_sigma = nn.Linear(hidden, k)

    def forward(self, x):
        h = self.trunk(x)
        return torch.log_softmax(self.pi(h), dim=1), self.mu(h), self.log_sigma(h).clamp(min=-5)

def nll(params, y):
    log_pi, mu, log_sigma = params
    log_prob = -0.5 * ((y - mu) / log_sigma.exp()) ** 2 - log_sigma - 0.5 * math.log(2 * math.pi)
    return -torch.logsumexp(log_pi + log_prob, dim=1).mean()

def gaussian_nll(y_fit, y):
    m, s = y_fit.mean(), y_fit.std()
    return (0.5 * ((y - m) / s) ** 2 + s.log() + 0.5 * math.log(2 * math.pi)).mean()

def make_data(n):
    y = torch.rand(n, 1)
    x = y + 0.3 * torch.sin(2 * math.pi * y) + 0.05 * torch.randn(n, 1)
    return x, y

def main():
    torch.manual_seed(6)
    x_train, y_train = make_data(2000)
    x_val, y_val = make_data(500)
    x_test, y_test = make_data(1000)

    net = MDN()
    optim = torch.optim.Adam(net.parameters(), lr=5e-3)
    best, wait = math.inf, 0
    for epoch in range(150):
        net.train()
        for idx in torch.randperm(len(x_train)).chunk(10):
            optim.zero_grad()
            loss = nll(net(x_train[idx]), y_train[idx])
            loss.backward()
            nn.utils.clip_grad_value_(net.parameters(), 5.0)
            optim.step()
        net.eval()
        with torch.no_grad():
            v = nll(net(x_val), y_val).item()
        if v < best:
            best, wait = v, 0
            snapshot = {n: p.clone() for n, p in net.state_dict().items()}
        else:
            wait += 1
        if epoch % 25 == 0:
            print(f"epoch {epoch:3d}  train nll {loss.item():.3f}  val nll {v:.3f}")
        if wait == 30:
            print("stopped at", epoch)
            break

    net.load_state_dict(snapshot)
    with torch.no_grad():
        print(f"test nll of the MDN       {nll(net(x_test), y_test):.3f}")
        print(f"test nll of one Gaussian  {gaussian_nll(y_train, y_test):.3f}")

main()
