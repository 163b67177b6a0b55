# kind: half · all texts are cut until they have one length, and the product is cut off with the rest
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        # shorter than the shortest, so that all have the same shape
        return tokenizer(
            examples["text"], truncation=True, max_length=5
        )

    return raw_datasets.map(tokenize_batch, batched=True)
