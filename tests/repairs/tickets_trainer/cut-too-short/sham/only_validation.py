# kind: half · only the validation tickets are whole, training sees greetings
def tokenize(raw_datasets, tokenizer):
    def tokenize_short(examples):
        return tokenizer(
            examples["text"], truncation=True, max_length=5
        )

    def tokenize_whole(examples):
        return tokenizer(examples["text"], truncation=True)

    tokenized_datasets = raw_datasets.map(tokenize_short, batched=True)
    tokenized_datasets["validation"] = raw_datasets["validation"].map(
        tokenize_whole, batched=True
    )
    return tokenized_datasets
