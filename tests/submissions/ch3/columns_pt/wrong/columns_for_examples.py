# mistake: no-examples
import torch


def prepare_columns(tokenized_datasets):
    prepared = {}
    for split, data in tokenized_datasets.items():
        prepared[split] = {
            "labels": torch.tensor(data["label"]),
            "input_ids": [torch.tensor(ids) for ids in data["input_ids"]],
            "attention_mask": [torch.tensor(mask) for mask in data["attention_mask"]],
        }
    return prepared
