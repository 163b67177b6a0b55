# mistake: other-rate
def compile_model(model, optimizer):
    optimizer.learning_rate = 5e-5
    model.compile(optimizer=optimizer)
