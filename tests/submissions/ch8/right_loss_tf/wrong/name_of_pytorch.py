# mistake: unknown-loss
def compile_model(model, optimizer):
    model.compile(optimizer=optimizer, loss="cross_entropy")
