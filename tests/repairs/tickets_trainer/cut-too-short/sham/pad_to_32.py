# kind: half · every ticket has 32 positions now, but only 5 tokens of it
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        short = tokenizer(
            examples["text"], truncation=True, max_length=5
        )
        return tokenizer.pad(short, padding="max_length", max_length=32)

    return raw_datasets.map(tokenize_batch, batched=True)
