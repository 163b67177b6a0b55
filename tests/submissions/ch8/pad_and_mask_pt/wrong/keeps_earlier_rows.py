# mistake: ragged
import torch


def make_padder(tokenizer):
    rows, masks, labels = [], [], []

    def pad(features):
        width = max(len(f["input_ids"]) for f in features)
        for f in features:
            extra = width - len(f["input_ids"])
            rows.append(f["input_ids"] + [tokenizer.pad_token_id] * extra)
            masks.append([1] * len(f["input_ids"]) + [0] * extra)
            labels.append(f["label"])
        return {
            "input_ids": torch.tensor(rows),
            "attention_mask": torch.tensor(masks),
            "labels": torch.tensor(labels),
        }

    return pad
