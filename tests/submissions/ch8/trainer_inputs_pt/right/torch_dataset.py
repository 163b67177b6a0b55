import torch
from torch.utils.data import Dataset


class Pairs(Dataset):
    def __init__(self, split, tokenizer):
        self.split, self.tokenizer = split, tokenizer

    def __len__(self):
        return len(self.split)

    def __getitem__(self, place):
        row = self.split[place]
        tokens = self.tokenizer(row["premise"], row["hypothesis"], truncation="longest_first")
        return {**tokens, "labels": row["label"]}


class Collator:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        return self.tokenizer.pad(rows, return_tensors="pt")


def prepare_sets(raw_datasets, tokenizer):
    return tuple(Pairs(raw_datasets[name], tokenizer) for name in ("train", "validation_matched"))


def make_collator(tokenizer):
    return Collator(tokenizer)
