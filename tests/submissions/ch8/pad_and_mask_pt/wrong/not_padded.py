# mistake: ragged
import torch


def make_padder(tokenizer):
    def pad(features):
        return {
            "input_ids": torch.tensor([f["input_ids"] for f in features]),
            "attention_mask": torch.tensor([[1] * len(f["input_ids"]) for f in features]),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
