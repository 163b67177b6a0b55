def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    # the same order on both sides
    model, train_loader, eval_loader, optimizer, scheduler = (
        accelerator.prepare(
            model, train_loader, eval_loader, optimizer, scheduler
        )
    )
    return model, optimizer, train_loader, eval_loader, scheduler
