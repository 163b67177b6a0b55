# kind: elsewhere · one ticket at a time, and still nothing is returned
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(example):
        tokenizer(example["text"], truncation=True)

    return raw_datasets.map(tokenize_batch, batched=False)
