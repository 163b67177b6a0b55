def make_schedule(optimizer, train_dataloader, num_epochs):
    """Let the learning rate fall in a straight line to 0.

    Args:
        optimizer: a torch optimizer, with its learning rate set.
        train_dataloader: a DataLoader; its last batch may be smaller.
        num_epochs: how often the loop goes through it, an int.

    Returns:
        lr_scheduler, num_training_steps: the scheduler, whose `step()`
        the loop calls after every batch, and how many batches the loop
        sees in all, an int. There is no warm-up; after the last step
        the learning rate is 0.
    """
    raise NotImplementedError
