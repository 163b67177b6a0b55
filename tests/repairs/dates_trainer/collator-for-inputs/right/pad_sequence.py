import torch
from torch.nn.utils.rnn import pad_sequence


def pad_column(examples: list, name: str, value: int) -> torch.Tensor:
    rows = [torch.tensor(example[name]) for example in examples]
    return pad_sequence(rows, batch_first=True, padding_value=value)


def make_collator(tokenizer, model):
    fillings = {
        "input_ids": tokenizer.pad_token_id,
        "attention_mask": 0,
        "labels": -100,
    }

    def collate(examples: list) -> dict:
        return {
            name: pad_column(examples, name, value)
            for name, value in fillings.items()
        }

    return collate
