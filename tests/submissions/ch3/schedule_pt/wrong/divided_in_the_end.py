# mistake: last-batch
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    num_training_steps = num_epochs * len(train_dataloader.dataset) // train_dataloader.batch_size
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=num_training_steps,
    )
    return lr_scheduler, num_training_steps
