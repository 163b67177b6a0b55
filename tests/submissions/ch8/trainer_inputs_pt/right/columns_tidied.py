from transformers import DataCollatorWithPadding


def prepare_sets(raw_datasets, tokenizer):
    def encode(example):
        return tokenizer(example["premise"], example["hypothesis"], truncation=True, max_length=512)

    encoded = raw_datasets.map(encode, remove_columns=["premise", "hypothesis", "idx"])
    encoded = encoded.rename_column("label", "labels").with_format("torch")
    return [encoded["train"], encoded["validation_matched"]]


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer=tokenizer, padding="longest", pad_to_multiple_of=8)
