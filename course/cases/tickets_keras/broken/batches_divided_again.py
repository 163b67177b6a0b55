def train(model, train_set):
    model.fit(
        train_set,
        steps_per_epoch=len(train_set) // 16,
        epochs=5,
        verbose=2,
    )
