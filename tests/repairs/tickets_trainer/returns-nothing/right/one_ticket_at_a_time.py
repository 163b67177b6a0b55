def tokenize(raw_datasets, tokenizer):
    def tokenize_ticket(example):
        return tokenizer(example["text"], truncation=True)

    return raw_datasets.map(tokenize_ticket)
