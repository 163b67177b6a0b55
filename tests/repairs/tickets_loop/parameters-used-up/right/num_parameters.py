def make_optimizer(model):
    print(f"{model.num_parameters()} parameters")
    return AdamW(model.parameters(), lr=1e-3)
