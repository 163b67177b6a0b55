# mistake: no-warmup-steps
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    scheduler = get_scheduler("linear", optimizer, num_training_steps=steps)
    return scheduler, steps
