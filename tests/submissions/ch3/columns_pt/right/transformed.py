import torch


def to_tensors(rows):
    kept = {"labels": rows["label"], "input_ids": rows["input_ids"], "attention_mask": rows["attention_mask"]}
    return {name: [torch.tensor(value) for value in values] for name, values in kept.items()}


def prepare_columns(tokenized_datasets):
    return tokenized_datasets.with_transform(to_tensors)
