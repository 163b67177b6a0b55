import torch


def make_schedule(optimizer, train_dataloader, num_epochs):
    num_training_steps = num_epochs * len(train_dataloader)
    scheduler = torch.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=num_training_steps, power=1)
    return [scheduler, num_training_steps]
