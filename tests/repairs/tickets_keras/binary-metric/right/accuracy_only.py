def compile_model(model, optimizer, loss):
    model.compile(optimizer=optimizer, loss=loss, metrics=["accuracy"])
