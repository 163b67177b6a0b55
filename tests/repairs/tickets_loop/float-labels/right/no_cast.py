def name_labels(tokenized_datasets):
    return tokenized_datasets.rename_column("desk_id", "labels")
