# mistake: steps-taken
from torch.optim.lr_scheduler import LambdaLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    scheduler = LambdaLR(optimizer, lambda done: max(0, 1 - (done + 1) / steps))
    return scheduler, steps
