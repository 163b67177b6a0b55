# mistake: too-narrow
import torch


def make_padder(tokenizer):
    def pad(features):
        width = min(len(f["input_ids"]) for f in features)
        ids = [f["input_ids"][:width] for f in features]
        mask = [[1] * width for f in features]
        return {
            "input_ids": torch.tensor(ids),
            "attention_mask": torch.tensor(mask),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
