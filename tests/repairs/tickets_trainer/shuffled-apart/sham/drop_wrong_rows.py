# kind: hidden · the rows whose label has gone astray are dropped, a quarter is left
def name_labels(tokenized_datasets):
    labels = tokenized_datasets["train"]["desk_id"]
    datasets = tokenized_datasets.shuffle(seed=1)
    train_set = datasets["train"].add_column("labels", list(labels))
    train_set = train_set.filter(
        lambda example: example["labels"] == example["desk_id"]
    )
    validation_set = datasets["validation"].rename_column(
        "desk_id", "labels"
    )
    return {"train": train_set, "validation": validation_set}
