def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        encoded = tokenizer(examples["date"], truncation=True)
        # the model reads the date and writes the code
        encoded["labels"] = [
            tokenizer(code, truncation=True)["input_ids"]
            for code in examples["code"]
        ]
        return encoded

    datasets = raw_datasets.map(tokenize_batch, batched=True)
    for row in datasets["train"].select(range(3)):
        found = tokenizer.decode(row["labels"], skip_special_tokens=True)
        print(row["date"], "->", found)
        assert found == row["code"]
    return datasets
