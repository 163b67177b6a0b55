def prepare_by_name(accelerator, **objects):
    """`accelerator.prepare`, but with names instead of an order."""
    prepared = accelerator.prepare(*objects.values())
    return dict(zip(objects, prepared))


def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    prepared = prepare_by_name(
        accelerator,
        model=model,
        optimizer=optimizer,
        train_loader=train_loader,
        eval_loader=eval_loader,
        scheduler=scheduler,
    )
    for name, thing in prepared.items():
        print(f"{name}: {type(thing).__name__}")
    return (
        prepared["model"],
        prepared["optimizer"],
        prepared["train_loader"],
        prepared["eval_loader"],
        prepared["scheduler"],
    )
