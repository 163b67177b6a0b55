# mistake: other-curve
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    lr_scheduler = get_scheduler("linear", optimizer, 0, len(train_dataloader))
    return lr_scheduler, num_epochs * len(train_dataloader)
