# mistake: other-tokens
import torch


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(examples["premise"], examples["hypothesis"], truncation=True)

    tokenized = raw_datasets.map(tokenize, batched=True)
    return tokenized["train"], tokenized["validation_matched"]


def make_collator(tokenizer):
    def collate(rows):
        shortest = min(len(row["input_ids"]) for row in rows)
        return {
            "input_ids": torch.tensor([row["input_ids"][:shortest] for row in rows]),
            "attention_mask": torch.tensor([row["attention_mask"][:shortest] for row in rows]),
            "labels": torch.tensor([row["label"] for row in rows]),
        }

    return collate
