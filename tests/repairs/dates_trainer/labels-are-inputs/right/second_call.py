def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        encoded = tokenizer(examples["date"], truncation=True)
        codes = tokenizer(examples["code"], truncation=True)
        encoded["labels"] = codes["input_ids"]
        return encoded

    return raw_datasets.map(tokenize_batch, batched=True)
