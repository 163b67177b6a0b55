from transformers import DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["premise"],
            examples["hypothesis"],
            truncation=True,
        )

    tokenized_datasets = raw_datasets.map(tokenize_batch, batched=True)
    return (
        tokenized_datasets["train"],
        tokenized_datasets["validation_matched"],
    )


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
