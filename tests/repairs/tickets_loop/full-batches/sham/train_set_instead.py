# kind: elsewhere · the training set is measured, whose batches are all full
def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    train_loader = make_train_loader(datasets, tokenizer)
    eval_loader = make_eval_loader(datasets, tokenizer)
    model = make_model(checkpoint, tokenizer)
    optimizer = make_optimizer(model)
    scheduler = make_scheduler(optimizer, train_loader)
    train(model, train_loader, optimizer, scheduler)
    scores = evaluate(model, train_loader)
