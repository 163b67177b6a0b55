# mistake: too-wide
import torch


def make_padder(tokenizer):
    def pad(features):
        width = max(len(f["input_ids"]) for f in features) + 33
        ids = [f["input_ids"] + [tokenizer.pad_token_id] * (width - len(f["input_ids"])) for f in features]
        mask = [[1] * len(f["input_ids"]) + [0] * (width - len(f["input_ids"])) for f in features]
        return {
            "input_ids": torch.tensor(ids),
            "attention_mask": torch.tensor(mask),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
