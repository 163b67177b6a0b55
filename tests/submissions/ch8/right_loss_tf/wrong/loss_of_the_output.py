# mistake: raised
def compile_model(model, optimizer):
    model.compile(optimizer=optimizer, loss=lambda labels, output: output.loss)
