def name_labels(tokenized_datasets):
    labels = tokenized_datasets["train"]["desk_id"]
    train_set = tokenized_datasets["train"].add_column(
        "labels", list(labels)
    )
    assert list(train_set["labels"]) == list(train_set["desk_id"])
    validation_set = tokenized_datasets["validation"].rename_column(
        "desk_id", "labels"
    )
    return {"train": train_set, "validation": validation_set}
