def tokenize(raw_datasets, tokenizer):
    max_length = tokenizer.model_max_length  # as much as the model can read

    def tokenize_batch(examples):
        return tokenizer(
            examples["text"], truncation=True, max_length=max_length
        )

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    for example in tokenized_datasets["train"].select(range(3)):
        print(tokenizer.decode(example["input_ids"]))
    return tokenized_datasets
