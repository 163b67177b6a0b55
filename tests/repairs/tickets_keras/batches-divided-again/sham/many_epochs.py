# kind: elsewhere · thirty times as many epochs of one step; the data run out after the first pass
def train(model, train_set):
    model.fit(
        train_set,
        steps_per_epoch=len(train_set) // 16,
        epochs=150,
        verbose=2,
    )
