def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.rename_column("label", "labels")
    ds = ds.remove_columns(["idx", "sentence1", "sentence2"])
    ds.set_format("torch")
    return ds
