def make_schedule(optimizer, train_dataloader, num_epochs):
    """Make a linear learning rate schedule that ends at 0.

    Args:
        optimizer: a torch optimizer, with its learning rate set.
        train_dataloader: a DataLoader; its last batch may be smaller.
        num_epochs: how often the loop goes through the data, an int.

    Returns:
        lr_scheduler, num_training_steps: the scheduler, whose `step()`
        the loop calls after every batch, and the number of steps of
        the whole training, an int. There is no warmup. After the last
        step the learning rate is 0.
    """
    raise NotImplementedError
