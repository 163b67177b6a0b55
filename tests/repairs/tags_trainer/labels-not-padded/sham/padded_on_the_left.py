# kind: half · the labels are padded on the left, the inputs on the right
import torch


def make_collator(tokenizer):
    pad = DataCollatorWithPadding(tokenizer)

    def collate(rows):
        names = ("input_ids", "attention_mask")
        batch = pad([{name: row[name] for name in names} for row in rows])
        length = batch["input_ids"].shape[1]
        batch["labels"] = torch.tensor(
            [
                [-100] * (length - len(row["labels"])) + list(row["labels"])
                for row in rows
            ]
        )
        return batch

    return collate
