def name_labels(tokenized_datasets):
    # rename first, so that a row keeps its label when it is moved
    datasets = tokenized_datasets.rename_column("desk_id", "labels")
    return datasets.shuffle(seed=1)
