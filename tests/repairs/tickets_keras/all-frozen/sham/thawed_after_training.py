# kind: half · the model is thawed after the training only
def train(model, train_set):
    model.fit(train_set, epochs=5, verbose=2)
    # the training is over, release the weights again
    model.trainable = True
