# kind: elsewhere · another optimizer, the same empty generator
def make_optimizer(model):
    parameters = model.parameters()
    count = sum(parameter.numel() for parameter in parameters)
    print(f"{count} parameters")
    return torch.optim.SGD(parameters, lr=1e-3, momentum=0.9)
