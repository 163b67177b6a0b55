def make_optimizer(model):
    parameters = model.parameters()
    count = sum(parameter.numel() for parameter in parameters)
    print(f"{count} parameters")
    return AdamW(parameters, lr=1e-3)
