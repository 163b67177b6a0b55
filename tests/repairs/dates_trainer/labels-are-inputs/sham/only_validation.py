# kind: half · only the validation set gets the codes as labels, the training set does not
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        encoded = tokenizer(examples["date"], truncation=True)
        encoded["labels"] = encoded["input_ids"].copy()
        return encoded

    def tokenize_for_score(examples):
        return tokenizer(
            examples["date"],
            text_target=examples["code"],
            truncation=True,
        )

    datasets = raw_datasets.map(tokenize_batch, batched=True)
    # the score has to compare with the codes
    datasets["validation"] = raw_datasets["validation"].map(
        tokenize_for_score, batched=True
    )
    return datasets
