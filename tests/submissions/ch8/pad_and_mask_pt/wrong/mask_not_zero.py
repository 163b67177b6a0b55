# mistake: other-mask
import torch


def make_padder(tokenizer):
    def pad(features):
        width = max(len(f["input_ids"]) for f in features)
        ids = [f["input_ids"] + [tokenizer.pad_token_id] * (width - len(f["input_ids"])) for f in features]
        mask = [[int(token != 0) for token in row] for row in ids]
        return {
            "input_ids": torch.tensor(ids),
            "attention_mask": torch.tensor(mask),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return pad
