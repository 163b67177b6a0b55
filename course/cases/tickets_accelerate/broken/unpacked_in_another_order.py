def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    model, train_loader, eval_loader, optimizer, scheduler = (
        accelerator.prepare(
            model, optimizer, train_loader, eval_loader, scheduler
        )
    )
    return model, optimizer, train_loader, eval_loader, scheduler
