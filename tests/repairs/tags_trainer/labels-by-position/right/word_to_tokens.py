def align_labels(tokenized, row, tags):
    """Put each tag where the first piece of its word stands."""
    labels = [-100] * len(tokenized["input_ids"][row])
    for word, tag in enumerate(tags):
        span = tokenized.word_to_tokens(row, word)
        if span is not None:
            labels[span.start] = tag
    return labels


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"], truncation=True, is_split_into_words=True
        )
        tokenized["labels"] = [
            align_labels(tokenized, i, tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
