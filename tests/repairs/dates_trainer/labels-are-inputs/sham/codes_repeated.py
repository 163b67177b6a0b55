# kind: hidden · the model gets the codes as input too, so it repeats codes in place of dates
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        encoded = tokenizer(examples["code"], truncation=True)
        encoded["labels"] = encoded["input_ids"].copy()
        return encoded

    return raw_datasets.map(tokenize_batch, batched=True)
