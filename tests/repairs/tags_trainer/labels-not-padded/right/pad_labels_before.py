IGNORED = -100


def pad_labels(rows):
    """Fill up the labels to the longest row."""
    longest = max(len(row["labels"]) for row in rows)
    padded = []
    for row in rows:
        missing = longest - len(row["labels"])
        padded.append(
            {**row, "labels": list(row["labels"]) + [IGNORED] * missing}
        )
    return padded


def make_collator(tokenizer):
    pad_inputs = DataCollatorWithPadding(tokenizer)

    def collate(rows):
        return pad_inputs(pad_labels(rows))

    return collate
