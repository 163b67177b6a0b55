# mistake: other-loss, stalls
def compile_model(model, optimizer):
    model.compile(optimizer=optimizer, loss="mse")
