# mistake: not-compiled
def compile_model(model, optimizer):
    copy = type(model)(model.config)
    copy.compile(optimizer=optimizer)
    return copy
