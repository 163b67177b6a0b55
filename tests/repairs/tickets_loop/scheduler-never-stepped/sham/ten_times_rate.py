# kind: elsewhere · ten times the rate; ten times 0 is 0
def make_optimizer(model):
    return AdamW(model.parameters(), lr=1e-2)
