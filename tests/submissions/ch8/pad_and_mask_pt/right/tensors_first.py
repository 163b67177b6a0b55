import torch
from torch.nn.utils.rnn import pad_sequence


class Padder:
    def __init__(self, pad_id):
        self.pad_id = pad_id

    def __call__(self, features):
        rows = [torch.as_tensor(f["input_ids"]) for f in features]
        input_ids = pad_sequence(rows, batch_first=True, padding_value=self.pad_id)
        lengths = torch.as_tensor([len(row) for row in rows])
        mask = torch.arange(input_ids.shape[1])[None, :] < lengths[:, None]
        return {
            "labels": torch.as_tensor([f["label"] for f in features]),
            "attention_mask": mask.long(),
            "input_ids": input_ids,
        }


def make_padder(tokenizer):
    return Padder(tokenizer.pad_token_id)
