# mistake: other-padding
import torch
from torch.nn.utils.rnn import pad_sequence


def make_padder(tokenizer):
    def pad(features):
        rows = [torch.tensor(f["input_ids"]) for f in features]
        return {
            "input_ids": pad_sequence(rows, batch_first=True),
            "attention_mask": pad_sequence([torch.ones_like(row) for row in rows], batch_first=True),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
