import torch
from torch.nn.utils.rnn import pad_sequence


def _rows(split, tokenizer):
    encoded = tokenizer(list(split["premise"]), list(split["hypothesis"]), truncation="only_first")
    return [
        {"input_ids": ids, "attention_mask": mask, "label": label}
        for ids, mask, label in zip(encoded["input_ids"], encoded["attention_mask"], split["label"])
    ]


def prepare_sets(raw_datasets, tokenizer):
    return _rows(raw_datasets["train"], tokenizer), _rows(raw_datasets["validation_matched"], tokenizer)


def make_collator(tokenizer):
    def collate(rows):
        pads = {"input_ids": tokenizer.pad_token_id, "attention_mask": 0}
        batch = {
            name: pad_sequence([torch.tensor(row[name]) for row in rows], batch_first=True, padding_value=pad)
            for name, pad in pads.items()
        }
        batch["labels"] = torch.tensor([row["label"] for row in rows])
        return batch

    return collate
