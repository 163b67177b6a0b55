def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_dataset(dataset)
    tokenizer = load_tokenizer(checkpoint)
    datasets = tokenize(raw_datasets, tokenizer)
    accelerator = make_accelerator(seed)
    loaders = make_loaders(datasets, tokenizer)
    model, optimizer = make_model_and_optimizer(checkpoint, tokenizer)
    scheduler = make_scheduler(optimizer)
    model, optimizer, train_loader, eval_loader, scheduler = prepare(
        accelerator, model, optimizer, loaders, scheduler
    )
    train(accelerator, model, optimizer, train_loader, scheduler)
    predictions = predict(accelerator, model, eval_loader)
    scores = measure(predictions, datasets)
