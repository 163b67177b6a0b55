def make_optimizer(model, lr):
    return torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=lr)


def fine_tune(model):
    optimizer = AdamW(model.parameters(), lr=1e-5)
    train(model, optimizer)


backbone.requires_grad_(False)
first = torch.optim.AdamW(filter(lambda p: p.requires_grad, model.parameters()), lr=3e-3)
train(model, first)
backbone.requires_grad_(True)
second = make_optimizer(model, 1e-5)
train(model, second)
