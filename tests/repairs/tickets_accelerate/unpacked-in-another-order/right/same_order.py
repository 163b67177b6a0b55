def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    model, optimizer, train_loader, eval_loader, scheduler = (
        accelerator.prepare(
            model, optimizer, train_loader, eval_loader, scheduler
        )
    )
    return model, optimizer, train_loader, eval_loader, scheduler
