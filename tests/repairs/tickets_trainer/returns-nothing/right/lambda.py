def tokenize(raw_datasets, tokenizer):
    tokenized_datasets = raw_datasets.map(
        lambda examples: tokenizer(examples["text"], truncation=True),
        batched=True,
    )
    print("columns:", tokenized_datasets["train"].column_names)
    return tokenized_datasets
