import torch
from torch.nn.utils.rnn import pad_sequence


def make_collator(tokenizer):
    def collate(examples):
        ids = [torch.tensor(row["input_ids"]) for row in examples]
        ones = [torch.ones_like(row) for row in ids]

        def pad(rows, value):
            return pad_sequence(rows, batch_first=True, padding_value=value)

        return {
            "input_ids": pad(ids, tokenizer.pad_token_id),
            "attention_mask": pad(ones, 0),
            "labels": pad(ids, -100),
        }

    return collate
