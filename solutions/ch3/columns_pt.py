def prepare_columns(tokenized_datasets):
    useless = ["sentence1", "sentence2", "idx"]
    datasets = tokenized_datasets.remove_columns(useless)
    datasets = datasets.rename_column("label", "labels")
    return datasets.with_format("torch")
