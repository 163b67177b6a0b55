def make_optimizer(model) -> AdamW:
    return AdamW(model.parameters(), lr=1e-3)


def make_model_and_optimizer(checkpoint, tokenizer):
    model = load_model(checkpoint, tokenizer)
    # the optimizer belongs to this model, so make it after the model
    optimizer = make_optimizer(model)
    known = {
        id(parameter)
        for group in optimizer.param_groups
        for parameter in group["params"]
    }
    missing = [
        name
        for name, parameter in model.named_parameters()
        if id(parameter) not in known
    ]
    assert not missing, f"not trained: {missing}"
    return model, optimizer
