# kind: elsewhere · a higher learning rate without weight decay
def make_optimizer(model):
    return AdamW(model.parameters(), lr=5e-3, weight_decay=0.0)
