# mistake: other-start
from torch.optim.lr_scheduler import LambdaLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    rate = optimizer.param_groups[0]["lr"]
    return LambdaLR(optimizer, lambda step: rate * (1 - step / steps)), steps
