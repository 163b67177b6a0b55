def tokenize(raw_datasets, tokenizer):
    # All rows get the same length here. The word ids of the padding are
    # None, so its labels become -100.
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"],
            truncation=True,
            padding="max_length",
            max_length=tokenizer.model_max_length,
            is_split_into_words=True,
        )
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
