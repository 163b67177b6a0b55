def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.remove_columns(["text", "desk"])
    datasets = datasets.rename_column("desk_id", "labels")
    # a tensor holds numbers only
    for label in datasets["train"]["labels"]:
        assert isinstance(label, int), label
    return datasets
