def make_optimizer(model):
    optimizer = AdamW(model.parameters(), lr=1e-3)
    count = 0
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            count += parameter.numel()
    print(f"{count} parameters")
    assert count == model.num_parameters()
    return optimizer
