import numpy as np


def make_padder(tokenizer):
    pad = tokenizer.convert_tokens_to_ids(tokenizer.pad_token)

    def collate(rows):
        ids = np.full((len(rows), max(len(r["input_ids"]) for r in rows)), pad)
        for i, r in enumerate(rows):
            ids[i, : len(r["input_ids"])] = r["input_ids"]
        return {
            "input_ids": ids,
            "attention_mask": (ids != pad).astype("float32"),
            "labels": np.array([r["label"] for r in rows]),
        }

    return collate
