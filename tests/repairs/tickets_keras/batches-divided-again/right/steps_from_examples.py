def steps_in_epoch(examples: int, batch_size: int = 16) -> int:
    # the last batch may be smaller, it is a step, too
    return -(-examples // batch_size)


def train(model, train_set, examples):
    steps = steps_in_epoch(examples)
    assert steps == len(train_set), (steps, len(train_set))
    model.fit(train_set, steps_per_epoch=steps, epochs=5, verbose=2)


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    collator = make_collator(tokenizer)
    train_set = make_train_set(datasets, collator)
    validation_set = make_validation_set(datasets, collator)
    model = make_model(checkpoint)
    optimizer = make_optimizer()
    loss = make_loss()
    compile_model(model, optimizer, loss)
    train(model, train_set, len(datasets["train"]))
    save(model, output)
    model = load_trained(output)
    scores = measure(model, validation_set, datasets)
