# kind: elsewhere · dates and codes are padded to one length, the predictions are the same
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        # all codes must have the same length
        return tokenizer(
            examples["date"],
            text_target=examples["code"],
            truncation=True,
            padding="max_length",
            max_length=10,
        )

    return raw_datasets.map(tokenize_batch, batched=True)
