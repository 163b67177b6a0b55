def tokenize(texts, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    return texts.map(tokenize_batch, batched=True)
