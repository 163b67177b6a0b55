# mistake: other-optimizer
def compile_model(model, optimizer):
    model.compile(optimizer="adam")
