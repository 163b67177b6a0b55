# kind: half · the words are split rightly, but the tags are not moved to their tokens
def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"], truncation=True, is_split_into_words=True
        )
        tokenized["labels"] = examples["tags"]
        return tokenized

    return raw_datasets.map(tokenize_batch, batched=True)
