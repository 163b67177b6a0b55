def prepare(accelerator, model, optimizer, loaders, scheduler):
    # comes back in the order in which it is given
    return accelerator.prepare(model, optimizer, *loaders, scheduler)
