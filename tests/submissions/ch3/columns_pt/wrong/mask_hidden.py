# mistake: inputs-lost
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.rename_column("label", "labels")
    ds.set_format("torch", columns=["input_ids", "labels"])
    return ds
