"""Small cells that chapter 3's lessons have in common, for either framework. Each returns the rows of a table."""


def first_pair(tokenized_datasets, tokenizer):
    row = tokenized_datasets["train"][0]
    names = tokenized_datasets["train"].features["label"].names
    return [
        {"column": "sentence1", "value": row["sentence1"]},
        {"column": "sentence2", "value": row["sentence2"]},
        {"column": "label", "value": names[row["label"]]},
        {
            "column": "input_ids, decoded",
            "value": tokenizer.decode(row["input_ids"]),
        },
    ]


def label_shares(raw_datasets):
    validation = raw_datasets["validation"]
    names = validation.features["label"].names
    labels = validation["label"][:]
    return [
        {
            "label": name,
            "examples": labels.count(number),
            "frequency": labels.count(number) / len(labels),
        }
        for number, name in enumerate(names)
    ]


def beside_the_majority(untrained, raw_datasets):
    labels = raw_datasets["validation"]["label"][:]
    share = sum(labels) / len(labels)
    return [
        {
            "model": "model, untrained",
            "accuracy": untrained["accuracy"],
            "f1": untrained["f1"],
        },
        {
            "model": "always 1",
            "accuracy": share,
            "f1": 2 * share / (1 + share),
        },
    ]


def epoch_by_epoch(history):
    return history
