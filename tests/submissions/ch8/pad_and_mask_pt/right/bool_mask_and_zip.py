from itertools import zip_longest

import torch


def make_padder(tokenizer):
    def padder(features):
        columns = zip_longest(*(f["input_ids"] for f in features), fillvalue=tokenizer.pad_token_id)
        ids = torch.tensor(list(zip(*columns)))
        return {
            "input_ids": ids,
            "attention_mask": ids.ne(tokenizer.pad_token_id),
            "labels": torch.tensor([f["label"] for f in features]),
        }

    return padder
