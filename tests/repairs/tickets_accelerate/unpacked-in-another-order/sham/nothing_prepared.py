# kind: elsewhere · prepare is left out, so every batch makes a step of its own
def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    return model, optimizer, train_loader, eval_loader, scheduler
