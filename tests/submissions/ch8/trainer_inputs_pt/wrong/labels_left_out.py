# mistake: batch-label
import torch
from torch.nn.utils.rnn import pad_sequence


def prepare_sets(raw_datasets, tokenizer):
    def tokenize(examples):
        return tokenizer(examples["premise"], examples["hypothesis"], truncation=True)

    tokenized = raw_datasets.map(tokenize, batched=True)
    return tokenized["train"], tokenized["validation_matched"]


def make_collator(tokenizer):
    def collate(rows):
        ids = [torch.tensor(row["input_ids"]) for row in rows]
        ids = pad_sequence(ids, batch_first=True, padding_value=tokenizer.pad_token_id)
        return {
            "input_ids": ids,
            "attention_mask": (ids != tokenizer.pad_token_id).long(),
        }

    return collate
