# kind: half · all texts get the length 4, so the dates lose their month and the codes words
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["date"],
            text_target=examples["code"],
            truncation=True,
            padding="max_length",
            max_length=4,
        )

    return raw_datasets.map(tokenize_batch, batched=True)
