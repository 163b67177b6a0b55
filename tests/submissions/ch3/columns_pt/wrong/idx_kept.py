# mistake: too-many
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.remove_columns(["sentence1", "sentence2"])
    ds = ds.rename_column("label", "labels")
    ds.set_format("torch")
    return ds
