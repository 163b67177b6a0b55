# mistake: other-rows
from transformers import DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(examples["premise"], examples["hypothesis"], truncation=True)

    tokenized = raw_datasets.map(tokenize, batched=True)
    return tuple(tokenized["train"].train_test_split(test_size=0.2, seed=0).values())


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
