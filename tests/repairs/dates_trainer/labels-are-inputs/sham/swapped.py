# kind: half · the code is read and the date is written
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["code"],
            text_target=examples["date"],
            truncation=True,
        )

    return raw_datasets.map(tokenize_batch, batched=True)
