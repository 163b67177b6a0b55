def tokenize(raw_datasets, tokenizer):
    def tokenize_message(message):
        tokenized = tokenizer(
            message["words"], truncation=True, is_split_into_words=True
        )
        tokenized["labels"] = align_labels(
            tokenized.word_ids(), message["tags"]
        )
        return tokenized

    return raw_datasets.map(tokenize_message)
