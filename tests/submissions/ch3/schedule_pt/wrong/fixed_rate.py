# mistake: other-start
from torch.optim.lr_scheduler import LinearLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    for group in optimizer.param_groups:
        group["lr"] = 5e-5
    return LinearLR(optimizer, start_factor=1.0, end_factor=0.0, total_iters=steps), steps
