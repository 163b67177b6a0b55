# kind: half · only the training tickets are truncated
def tokenize(raw_datasets, tokenizer):
    def truncate_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    def tokenize_batch(examples):
        return tokenizer(examples["text"])

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    tokenized_datasets["train"] = raw_datasets["train"].map(
        truncate_batch, batched=True
    )
    return tokenized_datasets
