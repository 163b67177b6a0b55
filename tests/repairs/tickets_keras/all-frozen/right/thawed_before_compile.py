def compile_model(model, optimizer, loss):
    # make_model gives a frozen model: thaw it before it is compiled
    model.trainable = True
    assert len(model.trainable_weights) == len(model.weights)
    model.compile(optimizer=optimizer, loss=loss, metrics=["accuracy"])
