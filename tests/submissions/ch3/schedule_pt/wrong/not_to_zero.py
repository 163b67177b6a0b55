# mistake: other-curve
from torch.optim.lr_scheduler import LinearLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    return LinearLR(optimizer, start_factor=1, end_factor=0.1, total_iters=steps), steps
