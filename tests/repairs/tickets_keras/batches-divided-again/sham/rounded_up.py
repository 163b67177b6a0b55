# kind: half · the batches are still divided by 16, only rounded up: two steps in an epoch
def train(model, train_set):
    model.fit(
        train_set,
        # no batch may be lost
        steps_per_epoch=int(np.ceil(len(train_set) / 16)),
        epochs=5,
        verbose=2,
    )
