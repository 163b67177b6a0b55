import numpy as np
import torch


def make_padder(tokenizer):
    pad = tokenizer.convert_tokens_to_ids(tokenizer.pad_token)

    def collate(rows):
        ids = np.full((len(rows), max(len(r["input_ids"]) for r in rows)), pad)
        for i, r in enumerate(rows):
            ids[i, : len(r["input_ids"])] = r["input_ids"]
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy((ids != pad).astype("float32")),
            "labels": torch.tensor([r["label"] for r in rows]),
        }

    return collate
