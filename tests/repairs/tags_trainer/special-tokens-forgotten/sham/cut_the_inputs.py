# kind: half · the inputs are cut to the length of the labels, which stand one too early as before
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"], truncation=True, is_split_into_words=True
        )
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        for name in ("input_ids", "attention_mask"):
            tokenized[name] = [
                values[: len(labels)]
                for values, labels in zip(
                    tokenized[name], tokenized["labels"]
                )
            ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
