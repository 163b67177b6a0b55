from datasets import Value


def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.rename_column("desk_id", "labels")
    return datasets.cast_column("labels", Value("float32"))
