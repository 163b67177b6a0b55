from functools import partial

import torch
import torch.nn.functional as F


def widen(values, width, filling):
    values = torch.LongTensor(values)
    return F.pad(values, (0, width - len(values)), value=filling)


def collate(examples, pad_id):
    width = -(-max(len(each["input_ids"]) for each in examples) // 16) * 16
    batch = {}
    batch["input_ids"] = torch.stack([widen(each["input_ids"], width, pad_id) for each in examples])
    batch["attention_mask"] = torch.stack([widen([1] * len(each["input_ids"]), width, 0) for each in examples])
    batch["labels"] = torch.LongTensor([each["label"] for each in examples])
    return batch


def make_padder(tokenizer):
    return partial(collate, pad_id=tokenizer.pad_token_id)
