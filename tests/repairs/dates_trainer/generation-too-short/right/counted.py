def longest_generation(datasets):
    longest = max(
        len(labels)
        for split in datasets.values()
        for labels in split["labels"]
    )
    return longest + 1  # the start token of the decoder


def make_arguments(output, seed, generation_max_length):
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        predict_with_generate=True,
        generation_max_length=generation_max_length,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def main(checkpoint, dataset, output="dates", seed=0):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    datasets = tokenize(raw_datasets, tokenizer)
    fix_seed(seed)
    arguments = make_arguments(
        output, seed, longest_generation(datasets)
    )
    model = make_model(checkpoint)
    collator = make_collator(tokenizer, model)
    compute_metrics = make_metrics(tokenizer)
    trainer = make_trainer(
        model, arguments, datasets, collator, compute_metrics
    )
    train(trainer)
    scores = measure(trainer)
