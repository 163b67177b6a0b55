import torch
from torch.utils.data import random_split

sizes = [int(0.8 * len(data)), len(data) - int(0.8 * len(data))]
train_set, _ = random_split(data, sizes, generator=torch.Generator().manual_seed(0))
_, val_set = random_split(data, sizes, generator=torch.Generator().manual_seed(1))
