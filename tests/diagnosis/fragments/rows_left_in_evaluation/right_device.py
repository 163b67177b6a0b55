import torch
from torch.utils.data import DataLoader

loaders = {}
for i, dev in enumerate(devices):
    shard = torch.utils.data.Subset(train_set, range(i, len(train_set), len(devices)))
    loaders[dev] = DataLoader(shard, batch_size=64, shuffle=True, drop_last=True)
