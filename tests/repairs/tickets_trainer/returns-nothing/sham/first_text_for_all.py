# kind: half · the first ticket of a batch is returned for all of them
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        for text in examples["text"]:
            encoded = tokenizer(text, truncation=True)
            number = len(examples["text"])
            return {
                name: [values] * number for name, values in encoded.items()
            }

    return raw_datasets.map(tokenize_batch, batched=True)
