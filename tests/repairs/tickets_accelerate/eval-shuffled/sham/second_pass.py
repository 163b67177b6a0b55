# kind: half · labels from the loader, but from a second pass with another order
def collect_labels(eval_loader):
    labels = []
    for batch in eval_loader:
        labels += batch["labels"].tolist()
    return labels


def measure(predictions, labels):
    pairs = zip(predictions, labels)
    correct = sum(found == label for found, label in pairs)
    accuracy = correct / len(labels)
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
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
    labels = collect_labels(eval_loader)
    scores = measure(predictions, labels)
