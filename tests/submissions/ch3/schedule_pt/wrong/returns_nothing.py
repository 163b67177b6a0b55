# mistake: nothing
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    num_training_steps = num_epochs * len(train_dataloader)
    lr_scheduler = get_scheduler("linear", optimizer, 0, num_training_steps)
