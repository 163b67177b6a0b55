def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.shuffle(seed=1)
    labels = datasets["train"]["desk_id"]
    train_set = datasets["train"].add_column("labels", list(labels))
    validation_set = datasets["validation"].rename_column(
        "desk_id", "labels"
    )
    return {"train": train_set, "validation": validation_set}
