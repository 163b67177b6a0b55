# kind: half · texts come from the file in its order, labels from the shuffled batch
def make_collator(tokenizer, texts):
    position = 0

    def collate(examples):
        nonlocal position
        batch_texts = []
        for _ in examples:
            batch_texts.append(texts[position % len(texts)])
            position += 1
        batch = tokenizer(
            batch_texts, truncation=True, padding=True, return_tensors="pt"
        )
        labels = [example["labels"] for example in examples]
        return {**batch, "labels": torch.tensor(labels)}

    return collate


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    collator = make_collator(tokenizer, list(raw_datasets["train"]["text"]))
    model = make_model(checkpoint, tokenizer)
    compute_metrics = make_metrics()
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
