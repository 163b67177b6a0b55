# mistake: other-count
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = 3 * len(train_dataloader)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=0, num_training_steps=steps)
    return scheduler, steps
