# mistake: unfit
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = len(train_dataloader) * num_epochs
    return get_scheduler("linear", optimizer, 0, steps), float(steps)
