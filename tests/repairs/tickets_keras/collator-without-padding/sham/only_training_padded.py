# kind: half · only the training texts are padded, the validation texts are not: predict stops
def tokenize(raw_datasets, tokenizer):
    def tokenize_padded(examples):
        return tokenizer(
            examples["text"], truncation=True, padding="max_length"
        )

    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    # fit is where it stopped
    tokenized_datasets["train"] = raw_datasets["train"].map(
        tokenize_padded, batched=True
    )
    return tokenized_datasets
