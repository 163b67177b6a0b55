# kind: half · weights are read, but from the checkpoint before the training: the head is new
def load_trained(output, checkpoint):
    config = AutoConfig.from_pretrained(output)
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint, config=config
    )


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
    model = load_trained(output, checkpoint)
    scores = measure(model, validation_set, datasets)
