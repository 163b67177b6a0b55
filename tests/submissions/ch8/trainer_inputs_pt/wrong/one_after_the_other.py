# mistake: nested
from transformers import DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(example):
        return tokenizer([example["premise"], example["hypothesis"]], truncation=True)

    tokenized = raw_datasets.map(tokenize)
    return tokenized["train"], tokenized["validation_matched"]


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
