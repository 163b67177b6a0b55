# kind: elsewhere · does what the error says, the labels are still names
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["text"],
            truncation=True,
            padding="max_length",
            max_length=32,
        )

    return raw_datasets.map(tokenize_batch, batched=True)


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer, padding=True)
