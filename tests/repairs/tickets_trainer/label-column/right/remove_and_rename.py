def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.remove_columns(["text", "desk"])
    # the Trainer drops every column that the model's forward does not take
    datasets = datasets.rename_column("desk_id", "labels")
    for name, split in datasets.items():
        assert "labels" in split.column_names, name
    return datasets
