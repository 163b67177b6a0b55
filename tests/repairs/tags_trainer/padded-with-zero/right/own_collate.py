import torch


def make_collator(tokenizer):
    def fill_up(values, length, value):
        return list(values) + [value] * (length - len(values))

    def collate(rows):
        longest = max(len(row["input_ids"]) for row in rows)
        fillers = {
            "input_ids": tokenizer.pad_token_id,
            "attention_mask": 0,
            "labels": -100,
        }
        batch = {}
        for name, filler in fillers.items():
            columns = [fill_up(row[name], longest, filler) for row in rows]
            batch[name] = torch.tensor(columns)
        return batch

    return collate
