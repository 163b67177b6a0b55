from datasets import DatasetDict


def tokenize_texts(examples, tokenizer):
    return tokenizer(examples["text"], truncation=True)


def tokenize(raw_datasets, tokenizer):
    tokenized_datasets = DatasetDict()
    for name, split in raw_datasets.items():
        tokenized_datasets[name] = split.map(
            tokenize_texts,
            batched=True,
            fn_kwargs={"tokenizer": tokenizer},
        )
    return tokenized_datasets
