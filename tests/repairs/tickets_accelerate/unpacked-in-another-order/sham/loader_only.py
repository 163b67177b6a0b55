# kind: elsewhere · only the training loader is put right, the optimizer is still a loader
def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    model, eval_loader, train_loader, optimizer, scheduler = (
        accelerator.prepare(
            model, optimizer, train_loader, eval_loader, scheduler
        )
    )
    return model, optimizer, train_loader, eval_loader, scheduler
