# mistake: other-mask
import torch


def make_padder(tokenizer):
    def pad(features):
        width = max(len(f["input_ids"]) for f in features)
        ids = [f["input_ids"] + [tokenizer.pad_token_id] * (width - len(f["input_ids"])) for f in features]
        ids = torch.tensor(ids)
        return {
            "input_ids": ids,
            "attention_mask": (ids == tokenizer.pad_token_id).long(),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
