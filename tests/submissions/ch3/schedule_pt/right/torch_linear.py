from torch.optim.lr_scheduler import LinearLR


def make_schedule(optimizer, train_dataloader, num_epochs):
    n = sum(1 for _ in range(num_epochs) for _ in train_dataloader)
    return LinearLR(optimizer, start_factor=1.0, end_factor=0.0, total_iters=n), n
