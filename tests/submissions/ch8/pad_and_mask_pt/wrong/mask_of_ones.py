# mistake: other-mask
import torch


def make_padder(tokenizer):
    def pad(features):
        width = max(len(f["input_ids"]) for f in features)
        ids = torch.full((len(features), width), tokenizer.pad_token_id)
        for i, f in enumerate(features):
            ids[i, : len(f["input_ids"])] = torch.tensor(f["input_ids"])
        return {
            "input_ids": ids,
            "attention_mask": torch.ones_like(ids),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
