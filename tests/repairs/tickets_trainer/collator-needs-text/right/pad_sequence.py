from torch.nn.utils.rnn import pad_sequence


def pad_column(examples, column, value):
    rows = []
    for example in examples:
        rows.append(torch.tensor(example[column]))
    return pad_sequence(rows, batch_first=True, padding_value=value)


def make_collator(tokenizer):
    """Put examples that are already tokenized into one batch."""

    def collate(examples):
        return {
            "input_ids": pad_column(
                examples, "input_ids", tokenizer.pad_token_id
            ),
            "attention_mask": pad_column(examples, "attention_mask", 0),
            "labels": torch.tensor(
                [example["labels"] for example in examples]
            ),
        }

    return collate
