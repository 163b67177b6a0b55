# mistake: frozen
def compile_model(model, optimizer):
    model.trainable = False
    model.compile(optimizer=optimizer)
