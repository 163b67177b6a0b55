def make_model(checkpoint, tokenizer, num_labels):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=num_labels
    )
    model.resize_token_embeddings(len(tokenizer))
    return model


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    collator = make_collator(tokenizer)
    model = make_model(
        checkpoint, tokenizer, len(set(datasets["train"]["labels"]))
    )
    compute_metrics = make_metrics()
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
