def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        # the messages are lists of words, not texts
        tokenized = tokenizer(
            list(examples["words"]),
            is_split_into_words=True,
            truncation=True,
            max_length=tokenizer.model_max_length,
        )
        all_labels = []
        for i in range(len(examples["tags"])):
            labels = align_labels(tokenized.word_ids(i), examples["tags"][i])
            assert len(labels) == len(tokenized["input_ids"][i])
            all_labels.append(labels)
        tokenized["labels"] = all_labels
        return tokenized

    datasets = raw_datasets.map(
        tokenize_batch,
        batched=True,
        remove_columns=raw_datasets["train"].column_names,
    )
    print(tokenizer.convert_ids_to_tokens(datasets["train"][0]["input_ids"]))
    return datasets
