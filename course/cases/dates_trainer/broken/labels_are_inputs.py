def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        encoded = tokenizer(examples["date"], truncation=True)
        encoded["labels"] = encoded["input_ids"].copy()
        return encoded

    return raw_datasets.map(tokenize_batch, batched=True)
