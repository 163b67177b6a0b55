# mistake: other-number
from transformers import DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(examples["premise"], examples["hypothesis"], return_overflowing_tokens=True, truncation=True)

    tokenized = raw_datasets.map(tokenize, batched=True)
    return tokenized["train"], tokenized["validation_matched"]


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
