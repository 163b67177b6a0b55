# mistake: other-rows
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.remove_columns(["sentence1", "sentence2", "label"])
    ds = ds.rename_column("idx", "labels")
    return ds.with_format("torch")
