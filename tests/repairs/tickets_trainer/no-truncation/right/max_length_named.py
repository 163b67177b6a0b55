def tokenize(raw_datasets, tokenizer):
    longest = tokenizer.model_max_length  # 32, one embedding per position

    def tokenize_batch(examples):
        return tokenizer(
            examples["text"],
            truncation="longest_first",
            max_length=longest,
        )

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    for name, split in tokenized_datasets.items():
        lengths = [len(ids) for ids in split["input_ids"]]
        print(name, "longest ticket:", max(lengths))
        assert max(lengths) <= longest
    return tokenized_datasets
