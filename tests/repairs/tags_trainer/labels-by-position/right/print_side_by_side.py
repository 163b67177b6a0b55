def align_labels(word_ids, tags):
    labels = []
    previous = None
    for word in word_ids:
        if word is None:  # [CLS], [SEP]
            label = -100
        elif word == previous:  # a later piece of the same word
            label = -100
        else:
            label = tags[word]
        labels.append(label)
        previous = word
    assert len(labels) == len(word_ids)
    return labels


def show_labels(tokenizer, row):
    tokens = tokenizer.convert_ids_to_tokens(row["input_ids"])
    for token, label in zip(tokens, row["labels"]):
        print(f"{token:>12} {label:>5}")


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        tokenized = tokenizer(
            examples["words"], truncation=True, is_split_into_words=True
        )
        labels = []
        for i, tags in enumerate(examples["tags"]):
            labels.append(align_labels(tokenized.word_ids(i), tags))
        tokenized["labels"] = labels
        return tokenized

    datasets = raw_datasets.map(tokenize_batch, batched=True)
    show_labels(tokenizer, datasets["train"][0])
    return datasets
