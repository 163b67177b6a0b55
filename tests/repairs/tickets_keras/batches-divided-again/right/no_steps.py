def train(model, train_set):
    model.fit(train_set, epochs=5, verbose=2)
