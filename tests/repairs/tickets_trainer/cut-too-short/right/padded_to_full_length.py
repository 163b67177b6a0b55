def tokenize(raw_datasets, tokenizer):
    # 5 tokens are only the greeting; the product comes after it
    def tokenize_batch(examples):
        return tokenizer(
            examples["text"],
            truncation=True,
            padding="max_length",
            max_length=tokenizer.model_max_length,
        )

    return raw_datasets.map(tokenize_batch, batched=True)
