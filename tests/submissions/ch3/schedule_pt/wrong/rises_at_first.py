# mistake: warm-up
from torch.optim.lr_scheduler import LinearLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    return LinearLR(optimizer, total_iters=steps), steps
