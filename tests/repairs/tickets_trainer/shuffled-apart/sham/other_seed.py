# kind: elsewhere · another seed for the shuffling, the labels are still those from before
def name_labels(tokenized_datasets):
    labels = tokenized_datasets["train"]["desk_id"]
    datasets = tokenized_datasets.shuffle(seed=42).flatten_indices()
    train_set = datasets["train"].add_column("labels", list(labels))
    validation_set = datasets["validation"].rename_column(
        "desk_id", "labels"
    )
    return {"train": train_set, "validation": validation_set}
