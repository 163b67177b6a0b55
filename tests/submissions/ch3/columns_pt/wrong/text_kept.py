# mistake: too-many
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.remove_columns(["idx"])
    ds = ds.rename_column("label", "labels")
    ds.set_format("torch")
    return ds
