# kind: hidden · a group is not checked for being empty: no error, and no parameters
def make_optimizer(model):
    parameters = model.parameters()
    count = sum(parameter.numel() for parameter in parameters)
    print(f"{count} parameters")
    return AdamW([{"params": parameters}], lr=1e-3)
