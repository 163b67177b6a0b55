# kind: hidden · what the tokenizer refuses becomes an empty message
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        try:
            tokenized = tokenizer(examples["words"], truncation=True)
        except (TypeError, ValueError):
            tokenized = tokenizer([""] * len(examples["words"]))
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
