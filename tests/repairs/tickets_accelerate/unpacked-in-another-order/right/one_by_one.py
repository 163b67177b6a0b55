def prepare(accelerator, model, optimizer, loaders, scheduler):
    train_loader, eval_loader = loaders
    model = accelerator.prepare_model(model)
    optimizer = accelerator.prepare_optimizer(optimizer)
    train_loader = accelerator.prepare_data_loader(train_loader)
    eval_loader = accelerator.prepare_data_loader(eval_loader)
    # after the optimizer, which it is linked to
    scheduler = accelerator.prepare_scheduler(scheduler)
    return model, optimizer, train_loader, eval_loader, scheduler
