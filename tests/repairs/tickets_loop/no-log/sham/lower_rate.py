# kind: elsewhere · a lower learning rate and more weight decay
def make_optimizer(model):
    return AdamW(model.parameters(), lr=1e-4, weight_decay=0.1)
