def train(model, train_set):
    steps = int(train_set.cardinality())
    # repeat() has no end, so fit must be told where an epoch ends
    model.fit(
        train_set.repeat(),
        steps_per_epoch=steps,
        epochs=5,
        verbose=2,
    )
