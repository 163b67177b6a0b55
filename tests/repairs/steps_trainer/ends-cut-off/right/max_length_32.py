def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["text"],
            truncation=True,
            padding="max_length",
            max_length=32,
        )

    return texts.map(tokenize_batch, batched=True)
