# kind: elsewhere · a higher learning rate
def make_optimizer(model):
    return AdamW(model.parameters(), lr=1e-2)
