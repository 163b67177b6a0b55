import numpy as np
import torch


def prepare_sets(raw_datasets, tokenizer):
    longest = tokenizer.model_max_length
    made = {}
    for split in ("validation_matched", "train"):
        rows = []
        for row in raw_datasets[split]:
            first = tokenizer(row["premise"], add_special_tokens=False)["input_ids"]
            second = tokenizer(row["hypothesis"], add_special_tokens=False)["input_ids"]
            first = first[: longest - len(second) - 3]
            ids = [tokenizer.cls_token_id, *first, tokenizer.sep_token_id, *second, tokenizer.sep_token_id]
            rows.append({"input_ids": ids, "attention_mask": [1] * len(ids), "label": row["label"]})
        made[split] = rows
    return made["train"], made["validation_matched"]


def make_collator(tokenizer):
    def collate(rows):
        width = -(-max(len(row["input_ids"]) for row in rows) // 16) * 16
        ids = np.full((len(rows), width), tokenizer.pad_token_id)
        mask = np.zeros((len(rows), width), dtype=np.int64)
        for place, row in enumerate(rows):
            ids[place, : len(row["input_ids"])] = row["input_ids"]
            mask[place, : len(row["input_ids"])] = 1
        labels = np.array([row["label"] for row in rows])
        return {
            "input_ids": torch.from_numpy(ids),
            "attention_mask": torch.from_numpy(mask),
            "labels": torch.from_numpy(labels),
        }

    return collate
