# mistake: method-of-keras
def compile_model(model, optimizer):
    model.compile(optimizer=optimizer, loss=model.compute_loss)
