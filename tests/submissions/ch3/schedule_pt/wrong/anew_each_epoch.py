# mistake: other-curve
from torch.optim.lr_scheduler import LambdaLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    n = len(train_dataloader)
    return LambdaLR(optimizer, lambda step: 1 - (step % n) / n), n * num_epochs
