# kind: half · the rest of a generator that was read in part: the embeddings are left out
def make_optimizer(model):
    parameters = model.parameters()
    first = next(parameters)
    print(f"the first of the parameters has {first.numel()} weights")
    return AdamW(parameters, lr=1e-3)
