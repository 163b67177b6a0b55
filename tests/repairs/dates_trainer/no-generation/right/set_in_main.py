def main(checkpoint, dataset, output="dates", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    datasets = tokenize(raw_datasets, tokenizer)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    arguments.predict_with_generate = True
    model = make_model(checkpoint)
    collator = make_collator(tokenizer, model)
    compute_metrics = make_metrics(tokenizer)
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
