# kind: half · the optimizer is in its place, the two loaders are exchanged
def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    model, optimizer, eval_loader, train_loader, scheduler = (
        accelerator.prepare(
            model, optimizer, train_loader, eval_loader, scheduler
        )
    )
    return model, optimizer, train_loader, eval_loader, scheduler
