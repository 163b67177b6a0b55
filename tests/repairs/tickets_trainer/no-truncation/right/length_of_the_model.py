from transformers import AutoConfig


def tokenize(raw_datasets, tokenizer, longest):
    def tokenize_batch(examples):
        return tokenizer(
            examples["text"], truncation=True, max_length=longest
        )

    return raw_datasets.map(tokenize_batch, batched=True)


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    config = AutoConfig.from_pretrained(checkpoint)
    tokenized_datasets = tokenize(
        raw_datasets, tokenizer, config.max_position_embeddings
    )
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    arguments = make_arguments(output, seed)
    collator = make_collator(tokenizer)
    model = make_model(checkpoint, tokenizer)
    compute_metrics = make_metrics()
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
