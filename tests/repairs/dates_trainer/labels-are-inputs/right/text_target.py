def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["date"],
            text_target=examples["code"],
            truncation=True,
        )

    return raw_datasets.map(tokenize_batch, batched=True)
