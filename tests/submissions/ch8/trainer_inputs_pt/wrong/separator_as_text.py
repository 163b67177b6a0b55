# mistake: not-a-pair
from transformers import DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(
            [a + "[SEP]" + b for a, b in zip(examples["premise"], examples["hypothesis"])], truncation=True
        )

    tokenized = raw_datasets.map(tokenize, batched=True)
    return tokenized["train"], tokenized["validation_matched"]


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
