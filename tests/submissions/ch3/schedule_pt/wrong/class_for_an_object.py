# mistake: other-pair
from torch.optim.lr_scheduler import LinearLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    return LinearLR, len(train_dataloader) * num_epochs
