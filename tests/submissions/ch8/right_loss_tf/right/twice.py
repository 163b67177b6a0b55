def compile_model(model, optimizer):
    model.compile("sgd", loss="mse")
    model.compile(optimizer=optimizer, loss="auto")
