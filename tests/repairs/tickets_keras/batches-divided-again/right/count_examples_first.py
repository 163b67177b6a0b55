def train(model, train_set):
    # count the tickets, not the batches
    tickets = 0
    for _, labels in train_set:
        tickets += len(labels)
    steps_per_epoch = (tickets + 15) // 16
    print(f"{tickets} tickets, {steps_per_epoch} steps in an epoch")
    model.fit(
        train_set,
        steps_per_epoch=steps_per_epoch,
        epochs=5,
        verbose=2,
    )
