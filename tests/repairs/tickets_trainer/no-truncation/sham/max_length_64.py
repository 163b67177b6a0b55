# kind: half · truncated, but to more tokens than the model has positions
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["text"], truncation=True, max_length=64
        )

    return raw_datasets.map(tokenize_batch, batched=True)
