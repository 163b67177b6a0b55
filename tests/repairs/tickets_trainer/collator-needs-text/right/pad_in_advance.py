from transformers import default_data_collator


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        # all tickets get the same length here ...
        return tokenizer(
            examples["text"], truncation=True, padding="max_length"
        )

    return raw_datasets.map(tokenize_batch, batched=True)


def make_collator(tokenizer):
    # ... so that a batch only has to be stacked
    return default_data_collator
