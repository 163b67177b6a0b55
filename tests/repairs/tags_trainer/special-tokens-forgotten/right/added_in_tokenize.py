def tokenize(raw_datasets, tokenizer):
    def label_message(tokenized, i, tags):
        labels = iter(align_labels(tokenized.word_ids(i), tags))
        # align_labels has labels for the pieces only
        return [
            -100 if word is None else next(labels)
            for word in tokenized.word_ids(i)
        ]

    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"], truncation=True, is_split_into_words=True
        )
        tokenized["labels"] = [
            label_message(tokenized, i, tags)
            for i, tags in enumerate(examples["tags"])
        ]
        for ids, labels in zip(tokenized["input_ids"], tokenized["labels"]):
            assert len(ids) == len(labels)
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
