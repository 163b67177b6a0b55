def train(model, train_set):
    # train_set is made of batches: its length is the number of steps
    steps = len(train_set)
    print(f"{steps} steps in an epoch, {5 * steps} in all")
    model.fit(
        train_set,
        steps_per_epoch=steps,
        epochs=5,
        verbose=2,
    )
