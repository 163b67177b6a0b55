import torch
from torch import nn


class PointEncoder(nn.Module):
    def __init__(self, dim=128):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 64), nn.ReLU(), nn.Linear(64, dim))

    def forward(self, x):
        x = self.net(x)
        x, _ = x.max(dim=1)
        return x


class CaptionEncoder(nn.Module):
    def __init__(self, vocabulary, dim=128, pad_id=0):
        super().__init__()
        self.pad_id = pad_id
        self.embed = nn.Embedding(vocabulary, dim, padding_idx=pad_id)
        self.layer = nn.TransformerEncoderLayer(dim, 4, batch_first=True)

    def forward(self, x):
        mask = x == self.pad_id
        return self.layer(self.embed(x), src_key_padding_mask=mask).mean(1)
