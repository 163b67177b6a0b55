def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True, padding=True)

    # batch_size=None: a whole split at once, so that it gets one length
    tokenized_datasets = raw_datasets.map(
        tokenize_batch, batched=True, batch_size=None
    )
    for name, split in tokenized_datasets.items():
        lengths = {len(ids) for ids in split["input_ids"]}
        print(f"{name}: lengths {sorted(lengths)}")
        assert len(lengths) == 1
    return tokenized_datasets
