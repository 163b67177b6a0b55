import torch
from torch import nn


class ConvNet(nn.Module):
    def __init__(self, num_classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.LazyConv2d(32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten()
        )
        self.head = nn.LazyLinear(num_classes)
        # dry run, so that the lazy layers know their input sizes before the optimizer is made
        with torch.no_grad():
            self.features(torch.zeros(1, 3, 32, 32))

    def forward(self, x):
        return self.head(self.features(x))
