# mistake: other-tokens
import torch


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(examples["premise"], examples["hypothesis"], truncation=True)

    tokenized = raw_datasets.map(tokenize, batched=True)
    return tokenized["train"], tokenized["validation_matched"]


def make_collator(tokenizer):
    def collate(rows):
        longest = max(len(row["input_ids"]) for row in rows)
        missing = [longest - len(row["input_ids"]) for row in rows]
        pairs = list(zip(rows, missing))
        return {
            "input_ids": torch.tensor([row["input_ids"] + [1] * count for row, count in pairs]),
            "attention_mask": torch.tensor([row["attention_mask"] + [0] * count for row, count in pairs]),
            "labels": torch.tensor([row["label"] for row in rows]),
        }

    return collate
