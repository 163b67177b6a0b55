def add_labels(tokenized, tokenizer):
    def encode_codes(examples):
        codes = tokenizer(examples["code"], truncation=True)
        return {"labels": codes["input_ids"]}

    return tokenized.map(encode_codes, batched=True)


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["date"], truncation=True)

    return raw_datasets.map(tokenize_batch, batched=True)


def main(checkpoint, dataset, output="dates", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    datasets = tokenize(raw_datasets, tokenizer)
    datasets = add_labels(datasets, tokenizer)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    model = make_model(checkpoint)
    collator = make_collator(tokenizer, model)
    compute_metrics = make_metrics(tokenizer)
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
