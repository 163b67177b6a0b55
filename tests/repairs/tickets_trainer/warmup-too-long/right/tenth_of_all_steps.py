import math


def make_arguments(output, seed, num_examples):
    num_epochs = 5
    batch_size = 16
    num_steps = num_epochs * math.ceil(num_examples / batch_size)
    warmup_steps = num_steps // 10
    print(f"warmup: {warmup_steps} of {num_steps} steps")
    return TrainingArguments(
        output,
        learning_rate=1e-3,
        warmup_steps=warmup_steps,
        num_train_epochs=num_epochs,
        per_device_train_batch_size=batch_size,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def main(checkpoint, dataset, output="tickets", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize(raw_datasets, tokenizer)
    datasets = name_labels(tokenized_datasets)
    fix_seed(seed)
    arguments = make_arguments(output, seed, len(datasets["train"]))
    collator = make_collator(tokenizer)
    model = make_model(checkpoint, tokenizer)
    compute_metrics = make_metrics()
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
