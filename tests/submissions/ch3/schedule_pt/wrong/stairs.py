# mistake: other-curve
from torch.optim.lr_scheduler import LambdaLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    per_epoch = len(train_dataloader)
    scheduler = LambdaLR(optimizer, lambda step: 1 - (step // per_epoch) / num_epochs)
    return scheduler, num_epochs * per_epoch
