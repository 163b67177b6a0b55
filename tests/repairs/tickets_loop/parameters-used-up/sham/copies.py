# kind: half · the optimizer gets copies of the parameters
def make_optimizer(model):
    parameters = [
        torch.nn.Parameter(parameter.detach().clone())
        for parameter in model.parameters()
    ]
    count = sum(parameter.numel() for parameter in parameters)
    print(f"{count} parameters")
    return AdamW(parameters, lr=1e-3)
