# kind: elsewhere · fewer epochs against an overfitting that is none
def train(model, train_set):
    # 1.0 on the training tickets is too much
    model.fit(train_set, epochs=3, verbose=2)
