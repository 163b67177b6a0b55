# kind: half · the validation texts are whole, the training texts are cut
def tokenize(texts, tokenizer):
    def tokenize_short(examples):
        return tokenizer(
            examples["text"],
            truncation=True,
            padding="max_length",
            max_length=8,
        )

    def tokenize_batch(examples):
        return tokenizer(examples["text"], truncation=True)

    datasets = texts.map(tokenize_short, batched=True)
    datasets["validation"] = texts["validation"].map(
        tokenize_batch, batched=True
    )
    return datasets
