def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        encoded = tokenizer(examples["text"], truncation=True)
        return {
            "input_ids": encoded["input_ids"],
            "attention_mask": encoded["attention_mask"],
        }

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    for split in tokenized_datasets.values():
        assert "input_ids" in split.column_names
    return tokenized_datasets
