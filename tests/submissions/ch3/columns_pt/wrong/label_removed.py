# mistake: not-renamed
def prepare_columns(tokenized_datasets):
    ds = tokenized_datasets.remove_columns(["sentence1", "sentence2", "idx", "label"])
    ds.set_format("torch")
    return ds
