import torch

d_ap = (anchor - positive).pow(2).sum(1)
d_an = (anchor - negative).pow(2).sum(1)
loss = torch.clamp(margin + d_an - d_ap, min=0.0).mean()
