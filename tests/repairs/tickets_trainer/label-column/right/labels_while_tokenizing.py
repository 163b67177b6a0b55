def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        encoded = tokenizer(examples["text"], truncation=True)
        encoded["labels"] = examples["desk_id"]
        return encoded

    return raw_datasets.map(tokenize_batch, batched=True)


def name_labels(tokenized_datasets):
    # the column "labels" has been made by tokenize
    return tokenized_datasets.remove_columns(["text", "desk", "desk_id"])
