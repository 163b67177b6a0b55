def make_scheduler(optimizer, train_loader):
    scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=15,
        num_training_steps=NUM_EPOCHS * len(train_loader),
    )

    # the schedule goes on by itself after each step of the optimizer,
    # so that no loop can forget it
    def advance(optimizer, args, kwargs):
        scheduler.step()

    optimizer.register_step_post_hook(advance)
    return scheduler
