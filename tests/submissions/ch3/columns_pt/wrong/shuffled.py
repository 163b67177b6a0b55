# mistake: other-rows
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx"])
    ds = ds.rename_column("label", "labels").shuffle(seed=42)
    return ds.with_format("torch")
