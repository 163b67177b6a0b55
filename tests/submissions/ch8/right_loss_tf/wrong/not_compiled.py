# mistake: not-compiled
def compile_model(model, optimizer):
    model.optimizer = optimizer
    return model
