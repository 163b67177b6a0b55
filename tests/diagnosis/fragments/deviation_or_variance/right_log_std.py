import torch
from torch import nn

criterion = nn.GaussianNLLLoss()
for x, y in loader:
    mean, log_std = model(x)
    loss = criterion(mean, y, torch.exp(2 * log_std))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
