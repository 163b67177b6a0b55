# mistake: steps-taken
from transformers import get_scheduler


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=0, num_training_steps=steps)
    for _ in range(steps):
        scheduler.step()
    return scheduler, steps
