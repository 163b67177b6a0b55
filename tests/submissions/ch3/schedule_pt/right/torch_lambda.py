import math

from torch.optim.lr_scheduler import LambdaLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    per_epoch = math.ceil(len(train_dataloader.dataset) / train_dataloader.batch_size)
    steps = per_epoch * num_epochs
    return LambdaLR(optimizer, lambda step: max(0.0, 1 - step / steps)), steps
