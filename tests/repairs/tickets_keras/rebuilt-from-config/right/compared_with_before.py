def load_trained(output):
    return TFAutoModelForSequenceClassification.from_pretrained(output)


def first_logits(model, validation_set):
    inputs, _ = next(iter(validation_set))
    return model(inputs, training=False).logits.numpy()


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
    train(model, train_set)
    save(model, output)
    before = first_logits(model, validation_set)
    model = load_trained(output)
    after = first_logits(model, validation_set)
    difference = np.abs(before - after).max()
    print(f"largest difference after loading: {difference:.6f}")
    assert difference < 1e-3
    scores = measure(model, validation_set, datasets)
