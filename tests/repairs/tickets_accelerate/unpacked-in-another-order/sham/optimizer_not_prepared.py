# kind: half · optimizer and scheduler are not prepared and do not wait for the second batch
def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    model, train_loader, eval_loader = accelerator.prepare(
        model, train_loader, eval_loader
    )
    return model, optimizer, train_loader, eval_loader, scheduler
