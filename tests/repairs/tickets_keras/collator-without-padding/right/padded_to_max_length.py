def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        # all rows of one length, so the collator may simply stack them
        return tokenizer(
            examples["text"], truncation=True, padding="max_length"
        )

    return raw_datasets.map(tokenize_batch, batched=True)
