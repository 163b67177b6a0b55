# kind: half · only the last layer's parameters are given to the optimizer
def make_optimizer(model):
    parameters = model.parameters()
    count = sum(parameter.numel() for parameter in parameters)
    print(f"{count} parameters")
    return AdamW(model.classifier.parameters(), lr=1e-3)
