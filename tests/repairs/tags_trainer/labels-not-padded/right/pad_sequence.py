import torch
from torch.nn.utils.rnn import pad_sequence


def make_collator(tokenizer):
    pad_inputs = DataCollatorWithPadding(tokenizer)

    def collate(rows):
        labels = [torch.tensor(row["labels"]) for row in rows]
        inputs = [
            {name: row[name] for name in ("input_ids", "attention_mask")}
            for row in rows
        ]
        batch = pad_inputs(inputs)
        batch["labels"] = pad_sequence(
            labels, batch_first=True, padding_value=-100
        )
        assert batch["labels"].shape == batch["input_ids"].shape
        return batch

    return collate
