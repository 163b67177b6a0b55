def make_optimizer(model):
    count = sum(parameter.numel() for parameter in model.parameters())
    print(f"{count} parameters")
    return AdamW(model.parameters(), lr=1e-3)
