def predict(accelerator, model, eval_loader):
    """Predictions, and the labels of the same tickets in the same order."""
    model.eval()
    predictions = []
    labels = []
    for batch in eval_loader:
        with torch.no_grad():
            logits = model(**batch).logits
        found, expected = accelerator.gather_for_metrics(
            (logits.argmax(dim=-1), batch["labels"])
        )
        predictions += found.tolist()
        labels += expected.tolist()
    return predictions, labels


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
    predictions, labels = predict(accelerator, model, eval_loader)
    scores = measure(predictions, labels)
