from datasets import DatasetDict


def tokenize_split(split, tokenizer):
    encoded = tokenizer(list(split["text"]), truncation=True)
    split = split.add_column("input_ids", encoded["input_ids"])
    return split.add_column("attention_mask", encoded["attention_mask"])


def tokenize(raw_datasets, tokenizer):
    # without map: the columns are made here and added to each split
    return DatasetDict(
        {
            name: tokenize_split(split, tokenizer)
            for name, split in raw_datasets.items()
        }
    )
