# mistake: too-narrow
import torch


def make_padder(tokenizer):
    def pad(features):
        width = 32
        ids = [(f["input_ids"] + [tokenizer.pad_token_id] * width)[:width] for f in features]
        mask = [([1] * len(f["input_ids"]) + [0] * width)[:width] for f in features]
        return {
            "input_ids": torch.tensor(ids),
            "attention_mask": torch.tensor(mask),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
