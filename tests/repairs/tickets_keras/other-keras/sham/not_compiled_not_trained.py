# kind: hidden · the error is caught, and a model that is not compiled is not trained
def compile_model(model, optimizer, loss):
    try:
        model.compile(
            optimizer=optimizer, loss=loss, metrics=["accuracy"]
        )
    except ValueError as error:
        print("warning:", error)


def train(model, train_set):
    if getattr(model, "optimizer", None) is None:
        print("the model is used as it is")
        return
    model.fit(train_set, epochs=5, verbose=2)
