def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["text"], truncation=True, max_length=32
        )

    return raw_datasets.map(tokenize_batch, batched=True)
