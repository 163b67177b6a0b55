# mistake: unfit
import torch


def make_padder(tokenizer):
    def pad(examples):
        width = max(len(e["input_ids"]) for e in examples)
        ids, mask, labels = [], [], []
        for e in examples:
            n = len(e["input_ids"])
            ids.append(e["input_ids"] + [tokenizer.pad_token_id] * (width - n))
            mask.append([1] * n + [0] * (width - n))
            labels.append(e["label"])
        return {
            "input_ids": torch.tensor(ids),
            "attention_mask": torch.tensor(mask),
            "labels": torch.tensor(labels, dtype=torch.float),
        }

    return pad
