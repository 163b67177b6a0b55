def compile_model(model, optimizer):
    metrics = ["accuracy"] if model.config.num_labels > 1 else ["mse"]
    model.compile(optimizer=optimizer, loss="auto_with_warning", metrics=metrics)
    return model
