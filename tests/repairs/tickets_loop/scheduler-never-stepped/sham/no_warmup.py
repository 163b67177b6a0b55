# kind: hidden · without the warm-up it learns, but the schedule still never moves
def make_scheduler(optimizer, train_loader):
    return get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=NUM_EPOCHS * len(train_loader),
    )
