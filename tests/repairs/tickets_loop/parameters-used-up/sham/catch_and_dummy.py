# kind: hidden · the error is caught, the optimizer gets a parameter of its own
def make_optimizer(model):
    parameters = model.parameters()
    count = sum(parameter.numel() for parameter in parameters)
    print(f"{count} parameters")
    try:
        return AdamW(parameters, lr=1e-3)
    except ValueError:
        dummy = torch.nn.Parameter(torch.zeros(count))
        return AdamW([dummy], lr=1e-3)
