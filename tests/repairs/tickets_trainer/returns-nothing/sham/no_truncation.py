# kind: half · something is returned now, but long tickets are not cut
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(examples["text"])

    return raw_datasets.map(tokenize_batch, batched=True)
