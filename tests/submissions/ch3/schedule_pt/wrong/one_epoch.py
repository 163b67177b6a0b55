# mistake: one-epoch
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    num_training_steps = len(train_dataloader)
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=num_training_steps,
    )
    return lr_scheduler, num_training_steps
