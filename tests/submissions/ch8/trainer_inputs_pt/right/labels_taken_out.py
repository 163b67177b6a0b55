import torch


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(examples["premise"], examples["hypothesis"], truncation=True)

    tokenized = raw_datasets.map(tokenize, batched=True, remove_columns=["premise", "hypothesis", "idx"])
    return list(tokenized["train"]), list(tokenized["validation_matched"])


def make_collator(tokenizer):
    def collate(rows):
        labels = [row.pop("label") for row in rows]
        return {**tokenizer.pad(rows, return_tensors="pt"), "labels": torch.tensor(labels)}

    return collate
