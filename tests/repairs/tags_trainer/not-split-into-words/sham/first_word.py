# kind: half · of each message only the first word is left
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        # the tokenizer wants strings
        tokenized = tokenizer(
            [words[0] for words in examples["words"]], truncation=True
        )
        tokenized["labels"] = [
            align_labels(tokenized.word_ids(i), tags)
            for i, tags in enumerate(examples["tags"])
        ]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
