# kind: elsewhere · another float type
def name_labels(tokenized_datasets):
    datasets = tokenized_datasets.rename_column("desk_id", "labels")
    return datasets.cast_column("labels", Value("float64"))
