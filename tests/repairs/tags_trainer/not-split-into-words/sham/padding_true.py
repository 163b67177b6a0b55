# kind: elsewhere · padding is added, the input is the same
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"], truncation=True, padding=True, max_length=64
        )
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
