# kind: elsewhere · a list is made of the generator after it was used up
def make_optimizer(model):
    parameters = model.parameters()
    count = sum(parameter.numel() for parameter in parameters)
    print(f"{count} parameters")
    return AdamW(list(parameters), lr=1e-3)
