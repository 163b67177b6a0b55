import torch
from torch import nn


class Siamese(nn.Module):
    def triplet_loss(self, anchor, negative, positive):
        near = (anchor - positive).pow(2).sum(1)
        far = (anchor - negative).pow(2).sum(1)
        return torch.relu(near - far + self.margin).mean()

    def training_step(self, batch, _):
        anchor, negative, positive = (self.net(x) for x in batch)
        return self.triplet_loss(anchor, negative, positive)
