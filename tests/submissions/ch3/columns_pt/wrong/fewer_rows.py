# mistake: other-rows
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx"])
    ds = ds.rename_column("label", "labels").with_format("torch")
    ds["train"] = ds["train"].select(range(16))
    return ds
