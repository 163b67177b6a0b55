def longest_label(datasets):
    return max(
        len(labels)
        for split in datasets.values()
        for labels in split["labels"]
    )


def tokenize(raw_datasets, tokenizer):
    def tokenize_batch(examples):
        return tokenizer(
            examples["date"],
            text_target=examples["code"],
            truncation=True,
        )

    datasets = raw_datasets.map(tokenize_batch, batched=True)
    length = longest_label(datasets)

    # The collator pads only the inputs. So all labels get one length
    # here, and -100 keeps the filling out of the loss.
    def pad_labels(example):
        missing = length - len(example["labels"])
        return {"labels": example["labels"] + [-100] * missing}

    return datasets.map(pad_labels)
