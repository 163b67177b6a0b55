def compile_model(model, optimizer):
    settings = {"optimizer": optimizer, "run_eagerly": True}
    return model.compile(**settings)
