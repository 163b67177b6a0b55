import torch
from torch import nn
from torchviz import make_dot

model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
x = torch.randn(4, 8)
y = model(x)

dot = make_dot(y.mean(), params=dict(model.named_parameters()))
dot.format = "png"
dot.view()
