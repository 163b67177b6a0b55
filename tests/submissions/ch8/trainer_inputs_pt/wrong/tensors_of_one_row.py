# mistake: nested
from transformers import DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(examples["premise"], examples["hypothesis"], truncation=True, return_tensors="pt")

    tokenized = raw_datasets.map(tokenize)
    return tokenized["train"], tokenized["validation_matched"]


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
